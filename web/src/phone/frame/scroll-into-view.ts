/** A `ref` that scrolls a new element into view. */
export const scrollIntoViewRef = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' })
