import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { openPlatform, type Platform } from '#platform/platform.ts'
import { readModels } from '#projections/projector.ts'
import { openLocalProduct, type LocalProduct } from '../product/local-product.ts'
import { silentLog } from '../processes/silent-log.ts'
import { noBrowser, openBrowser, type Until } from './browser.ts'

/** The product of the running test file. `openSite` sets it before the first test. */
export let product: LocalProduct
/** The browser of the running test file. `openSite` sets it before the first test. */
export let browser: Browser

/** Test files share their worker, and its browser: a page has a profile of its own. Playwright ends it with the process. */
let running: Promise<Browser> | undefined
export const sharedBrowser = (): Promise<Browser> => (running ??= openBrowser())

let opened: AsyncDisposableStack

/** Closes what all tests of a file share, before the product. */
export const untilFileEnds: Until = (close) => opened.defer(close)

type SiteOptions = {
  /** Beside those of `npm start`. */
  readonly settings?: Record<string, string>
  readonly prepare?: () => Promise<unknown>
  /** Of the start and `prepare` together, in milliseconds. */
  readonly timeout?: number
}

/** Starts a product and a browser before the tests of a file, and closes the product after them. Without Chromium it does nothing. */
export const openSite = ({ settings, prepare, timeout }: SiteOptions = {}): void => {
  beforeAll(async () => {
    opened = new AsyncDisposableStack()
    if (noBrowser) return
    product = opened.adopt(await openLocalProduct(settings), (it) => it.close())
    browser = await sharedBrowser()
    await prepare?.()
  }, timeout)
  afterAll(() => opened.disposeAsync())
}

/** Runs `work` on a platform beside the product, on the same stores and by its clock. */
export const onPlatform = async <T>(work: (platform: Platform) => Promise<T>): Promise<T> => {
  const platform = await openPlatform(product.config, {
    log: silentLog,
    catalogue: allEvents,
    readModels,
    clock: product.clock,
  })
  try {
    return await work(platform)
  } finally {
    await platform.close()
  }
}
