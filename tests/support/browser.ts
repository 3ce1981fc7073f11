import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)

/** Why the browser tests cannot run here, or null when they can. */
export const noBrowser: string | null = executablePath
  ? null
  : 'skipped, because no Chromium was found: install it, or name it in CHROMIUM'

/** Chromium without a window, with a fresh profile and nothing of its own to say to the network. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: executablePath!,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
