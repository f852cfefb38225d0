import { startCallback } from './callback.client.ts'
import { startShell } from './shell.client.ts'

// One script for every page: the callback page then has it from the page that asked for the sign-in.
if (document.getElementById('shell-ready')) startShell()
else void startCallback()
