import { writeFileSync } from 'node:fs'
import { billOfMaterials } from './bill-of-materials.ts'
import { builtIn, isBuilt, lockedPackages, npmBill, referenceTo } from './project-packages.ts'

if (isBuilt()) {
  const { browser } = builtIn()
  const inBrowser = lockedPackages().filter(({ path }) => browser.has(path))
  const bill = billOfMaterials(npmBill(), new Set(inBrowser.map(referenceTo)))
  const text = `${JSON.stringify(bill, null, 2)}\n`
  const [, , file] = process.argv
  if (file) writeFileSync(file, text)
  else process.stdout.write(text)
} else {
  console.error('There is no build. Run: npm run build')
  process.exitCode = 1
}
