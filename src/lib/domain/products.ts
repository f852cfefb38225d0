import type { Product } from '../api/products.ts'

/** A product's name with its code in brackets, where it has one. */
export function productLabel({ name, sku_code: code }: Product): string {
  return code ? `${name} (${code})` : name
}
