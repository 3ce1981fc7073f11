/** As `ref`: what appears because of an own action comes into view, wherever the page stands. */
export const scrollHere = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
