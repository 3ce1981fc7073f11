import { worker } from './scope.ts'

/** Caches the files of the app, so that it also starts offline. */

const PREFIX = 'vieraugen-shell '
const PAGE = '/m'
const cacheName = (): string => PREFIX + worker.BUILD.name

/** After this time the page comes from the cache. */
const NETWORK_TIMEOUT_MS = 4_000

/** Caches the page and all files of this build, or nothing: mixed builds show a blank page. */
export const cacheShell = async (): Promise<void> => {
  const { files } = worker.BUILD
  const cache = await caches.open(cacheName())
  try {
    const page = await fetch(PAGE, { cache: 'no-store' })
    const html = await page.clone().text()
    // During a rolling update, another server may return the page of another build.
    if (!page.ok || !files.some((file) => html.includes(`src="${file}"`)))
      throw new Error('the page belongs to another build')
    await Promise.all([cache.put(PAGE, page), cache.addAll(files)])
  } catch (error) {
    await caches.delete(cacheName())
    throw error
  }
}

/** Deletes all shells but the newest two: open pages still load files of the previous build. */
export const deleteOldShells = async (): Promise<void> => {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== cacheName())
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

const cachedPage = (): Promise<Response | undefined> => caches.match(PAGE, { cacheName: cacheName() })

/** Returns the page from the server, or from the cache if the server is slow, down or failing. */
const pageFor = async (request: Request): Promise<Response> => {
  const fetched = fetch(request)
  const { promise: timeout, resolve: giveUp } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => giveUp(undefined), NETWORK_TIMEOUT_MS)
  const answer = await Promise.race([fetched.catch(() => undefined), timeout])
  clearTimeout(timer)
  if (answer && answer.status < 500) return answer
  return (await cachedPage()) ?? answer ?? fetched
}

const isPage = (path: string): boolean => path === PAGE || path.startsWith(`${PAGE}/`)

/** Returns the response to a request for a file of the app. Returns undefined for any other, which goes to the network. */
export const respondTo = (request: Request): Promise<Response> | undefined => {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return undefined
  if (request.mode === 'navigate') return isPage(pathname) ? pageFor(request) : undefined
  if (!pathname.startsWith('/assets/')) return undefined
  return caches.match(request, { ignoreVary: true }).then((cached) => cached ?? fetch(request))
}
