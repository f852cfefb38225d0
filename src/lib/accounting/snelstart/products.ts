import type { Product } from './calls.ts'
import type { NewProduct } from './values.ts'

/** A product's name with its code in brackets, where it has one. */
export function productLabel({ name, sku_code: code }: Product): string {
  return code ? `${name} (${code})` : name
}

/** Body of `POST /snelstart/product` (§7). */
export function productRequest({ name, sku_code: code, revenue_group: group }: NewProduct) {
  return {
    name: name.trim(),
    sku_code: code.trim(),
    ...(group !== null && { artikelomzetgroep: group }),
  }
}
