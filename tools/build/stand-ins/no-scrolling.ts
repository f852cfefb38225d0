/**
 * Stands in for what the dropdown library measures an option with, to scroll it into view. Our list
 * scrolls itself: most of its options do not exist as elements, and `Dropdown` says so to the library.
 */
export function compute(): readonly [] {
  return []
}
