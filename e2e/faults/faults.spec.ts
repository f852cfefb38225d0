import { cells } from './cells.ts'
import { testCells } from './fixtures.ts'

testCells(cells)
