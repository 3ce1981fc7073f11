import type { Locator, Page } from 'playwright-core'

const MOST_TABS = 80

/** Presses Tab until the element has the focus, as people without a pointer do. Throws when it is not reached. */
export const tabTo = async (page: Page, element: Locator): Promise<void> => {
  // Found once: to find something by its role again at each press costs more than the press.
  const found = await element.elementHandle()
  for (let presses = 0; presses <= MOST_TABS; presses += 1) {
    if (await found.evaluate((it) => it.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${MOST_TABS} times Tab do not lead to ${String(element)}`)
}

/** Goes to the element with Tab and presses the key there. */
export const pressOn = async (page: Page, element: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, element)
  await page.keyboard.press(key)
}
