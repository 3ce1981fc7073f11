import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'

type Render = { readonly renderPages: (template: string) => Readonly<Record<string, string>> }

/** The paths of the static pages in development, with the file of each. */
const FILES: Readonly<Record<string, string>> = {
  '/': 'landing.de.html',
  '/imprint': 'imprint.de.html',
  '/terms': 'terms.de.html',
  '/privacy': 'privacy.de.html',
}

const rendered = async (server: Pick<ViteDevServer, 'ssrLoadModule'>, template: string) => {
  const { renderPages: render } = (await server.ssrLoadModule('/src/public/render.tsx')) as Render
  return render(template)
}

/** Renders the static pages from the built `pages.html` into `dist/pages`. Its script blocks the first paint. */
export const renderPages = async (root: string, dist: string): Promise<void> => {
  const template = join(dist, 'pages.html')
  const html = readFileSync(template, 'utf8').replace('<script type="module"', '$& blocking="render"')
  const server = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    mkdirSync(join(dist, 'pages'), { recursive: true })
    for (const [file, page] of Object.entries(await rendered(server, html)))
      writeFileSync(join(dist, 'pages', file), page)
  } finally {
    await server.close()
  }
  rmSync(template)
}

/** Serves the same pages in development, in German and with default settings. */
export const pagesInDevelopment = (root: string): Plugin => ({
  name: 'pages-in-development',
  configureServer: (server) => {
    server.middlewares.use((request, response, next) => {
      const url = request.url?.split('?')[0] ?? ''
      if (url === '/verify') request.url = '/verify.html'
      const file = FILES[url]
      if (!file) return next()
      const show = async (): Promise<void> => {
        const pages = await rendered(server, readFileSync(join(root, 'pages.html'), 'utf8'))
        response.setHeader('Content-Type', 'text/html; charset=utf-8')
        response.end(await server.transformIndexHtml(url, pages[file] ?? ''))
      }
      show().catch(next)
    })
  },
})
