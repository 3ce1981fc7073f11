import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'
import { stampServiceWorker } from './stamp-service-worker.ts'
import { pagesInDevelopment, renderPages } from './render-pages.ts'
import { slimEndpoints, slimRouter } from './slim.ts'

const here = (path: string): string => new URL(path, import.meta.url).pathname

/** What builds schemas and endpoints: those of the contract that a page does not use fall out of it. */
const treeshake = {
  manualPureFunctions: ['Type', 'endpoint', 'nullable', 'Line', 'Text', 'Search'],
  propertyReadSideEffects: false as const,
}

/**
 * Each of these, with all that it needs and those before it do not have, is one file: few come before the first paint,
 * and none brings much that its page does not use. What is in no group comes when it is asked for.
 */
const codeSplitting = {
  groups: [
    {
      name: 'main',
      // Beside the entry what the sign-in pages and the desk both need.
      test: /rolldown\/runtime|\/web\/index[.]html$|\/desk\/main[.]tsx$|\/shared\/(native\/|forms\/field-errors|parts\/(Link|UserText)[.]|sign-in\/log-out|commands\/use-command|reads\/(QueryStates|ReadModelNotice))|\/useQuery[.]js$|\/contract\/(accounts\/users|workspaces\/invitations)[.]ts$/,
    },
    {
      name: 'sign-in',
      test: /\/desk\/accounts\/(sign-up|sessions|passwords|providers|joining|mail-links|auth|texts)/,
      minShareCount: 2,
    },
    {
      name: 'desk',
      test: /\/desk\/(frame\/AdminLayout|workspaces\/list\/WorkspacesPage)[.]tsx$|\/shared\/parts\/DangerSection[.]tsx$/,
    },
    { name: 'workspace', test: /\/desk\/workspaces\/WorkspacePage[.]tsx$/ },
    { name: 'forms', test: /\/shared\/forms\/(FormTextField[.]tsx|form-rules[.]ts)$|\/@hookform\// },
  ].map((group, at, { length }) => ({ ...group, priority: length - at })),
}

/** What comes before the first screen is one file, however much of it later ones use too. */
const phoneSplitting = {
  groups: [{ name: 'm', test: /rolldown\/runtime|\/web\/m[.]html$|\/phone\/main[.]tsx$/ }],
}

/**
 * Desk, phone, its service worker and the static pages, built apart: what they would share is larger than what either needs (the phone: one
 * file).
 */
export default defineConfig({
  root: here('.'),
  plugins: [react(), pagesInDevelopment(here('.')), slimEndpoints(), slimRouter()],
  resolve: { alias: { typebox: here('./src/shared/api/typebox-stub.ts') } },
  build: { outDir: here('./dist'), emptyOutDir: true, modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        // By it the server tells each page's scripts in its document.
        manifest: 'desk.json',
        cssCodeSplit: false,
        rolldownOptions: { input: here('./index.html'), treeshake, output: { codeSplitting } },
      },
    },
    phone: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        copyPublicDir: false,
        // By it the service worker knows what to keep.
        manifest: 'phone.json',
        rolldownOptions: { input: here('./m.html'), treeshake, output: { codeSplitting: phoneSplitting } },
      },
    },
    worker: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: here('./src/phone/worker/main.ts'),
          treeshake,
          // By this name browsers know it for ever.
          output: { entryFileNames: 'm-sw.js', format: 'iife' },
        },
      },
    },
    pages: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: here('./pages.html'),
          // What its script shares with the other pages has hooks too, which it does not use.
          treeshake: { ...treeshake, moduleSideEffects: (id) => !id.includes('/node_modules/react/') },
        },
      },
    },
  },
  builder: {
    buildApp: async ({ build, config, environments: { client, phone, worker, pages } }) => {
      if (client) await build(client)
      if (phone) await build(phone)
      if (worker) await build(worker)
      if (pages) await build(pages)
      const dist = resolve(config.root, config.build.outDir)
      await renderPages(config.root, dist)
      stampServiceWorker(dist)
      precompress(dist)
    },
  },
})
