import { startComposed } from '../real/compose/start.ts'
import { testAgainst } from './real-tests.ts'

await testAgainst({ name: 'everything of compose.yaml', project: 'compose', start: startComposed })
