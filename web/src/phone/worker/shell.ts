import { worker } from './scope.ts'

/** The files of the app, kept so that it opens without a network. */

const PREFIX = 'vieraugen-shell '
const PAGE = '/m'
const nameOf = (): string => PREFIX + worker.BUILD.name

/** Longer than a phone's network takes; then the app opens as it was kept. */
const PATIENCE_MS = 4_000

/** All of it or nothing: without the files of one build the page of another is white. */
export const cacheShell = async (): Promise<void> => {
  const { files } = worker.BUILD
  const cache = await caches.open(nameOf())
  try {
    const page = await fetch(PAGE, { cache: 'no-store' })
    const html = await page.clone().text()
    // While servers are exchanged one may serve the page of the other build.
    if (!page.ok || !files.some((file) => html.includes(`src="${file}"`)))
      throw new Error('the page is of another build')
    await Promise.all([cache.put(PAGE, page), cache.addAll(files)])
  } catch (error) {
    await caches.delete(nameOf())
    throw error
  }
}

/** Pages that were opened with the build before go on loading their parts from it. */
export const deleteOldShells = async (): Promise<void> => {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== nameOf())
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

const keptPage = (): Promise<Response | undefined> => caches.match(PAGE, { cacheName: nameOf() })

/** As the server has it, or as it was kept where there is no answer that helps. */
const pageFor = async (request: Request): Promise<Response> => {
  const fetched = fetch(request)
  const { promise: late, resolve: give } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => give(undefined), PATIENCE_MS)
  const answer = await Promise.race([fetched.catch(() => undefined), late])
  clearTimeout(timer)
  if (answer && answer.status < 500) return answer
  return (await keptPage()) ?? answer ?? fetched
}

const isPage = (path: string): boolean => path === PAGE || path.startsWith(`${PAGE}/`)

/** What answers a request; undefined leaves it to the network, as all that is no file of the app. */
export const respondTo = (request: Request): Promise<Response> | undefined => {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return undefined
  if (request.mode === 'navigate') return isPage(pathname) ? pageFor(request) : undefined
  if (!pathname.startsWith('/assets/')) return undefined
  return caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request))
}
