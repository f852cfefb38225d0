import { rootOf, shapesOf } from './shapes.ts'

/**
 * A drawing of `layouts/drawings`, which shows again what the text beside it says.
 *
 * @param drawing the file's text, imported with `?raw`
 */
export function Drawing({ drawing }: { drawing: string }) {
  return (
    <span className="drawing" aria-hidden="true">
      <svg {...rootOf(drawing)}>{shapesOf(drawing)}</svg>
    </span>
  )
}
