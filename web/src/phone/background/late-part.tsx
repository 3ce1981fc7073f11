import { lazy, type ComponentType } from 'react'

/** A part that a page works without: it is loaded after the page, and if it cannot be loaded nothing shows. */
export const latePart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<P> => () => null) }))
