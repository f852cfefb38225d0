/** The pages whose headings are `## §4 …`, as Markdown. */
export interface Pages {
  product: string
  contract: string
}

interface Page {
  name: string
  sections: ReadonlySet<string>
}

/** An end of line inside a comment is a gap as any other. */
const gap = String.raw`[\s*/]+`

/** `§2`, or several in a row: `§2, §4 and §5`. */
const row = String.raw`§\d[\d.]*(?:(?:,|${gap}and|${gap}or|–)?(?:${gap})?§\d[\d.]*)*`

/** What is named before a row holds for all of it. Headings refer to nothing. */
const reference = new RegExp(
  String.raw`(?<!^#+ )(?:\b(?<document>RFC \d+|contract|decisions)${gap})?(?<row>${row})`,
  'gim',
)

const section = /§(\d+(?:\.\d+)*)/g

function sectionsOf(page: string): ReadonlySet<string> {
  return new Set([...page.matchAll(/^#+ §(\d+(?:\.\d+)*) /gm)].map(([, number = '']) => number))
}

/**
 * Every `§` that leads nowhere, as `path:line` and what is wrong: empty when all is well. A plain
 * one, `specification` before it or not, is a section of the product description; `contract` before
 * it makes it one of the contract; an RFC's is not ours.
 *
 * @param sources path → text
 */
export function sectionProblems(pages: Pages, sources: ReadonlyMap<string, string>): string[] {
  const product: Page = { name: 'docs/product.md', sections: sectionsOf(pages.product) }
  const named: Readonly<Record<string, Page>> = {
    contract: { name: 'docs/contract.md', sections: sectionsOf(pages.contract) },
    // Records have numbers, and no sections.
    decisions: { name: 'docs/decisions', sections: new Set() },
  }
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(reference)].flatMap(({ index, 0: whole, groups = {} }) => {
      const { document = '', row = '' } = groups
      if (/^RFC/i.test(document)) return []
      const page = named[document.toLowerCase()] ?? product
      const start = index + whole.length - row.length
      return [...row.matchAll(section)]
        .filter(([, number = '']) => !page.sections.has(number))
        .map(
          ({ index: place, 0: mark }) =>
            `${path}:${lineAt(text, start + place)} ${mark} is no section of ${page.name}`,
        )
    }),
  )
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
