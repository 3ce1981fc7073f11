import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inlineVerifier } from './inline-verifier.ts'
import { packWords } from './pack-words.ts'
import { precompress } from './precompress.ts'
import { stampServiceWorker } from './stamp-service-worker.ts'
import { pagesInDevelopment, renderPages } from './render-pages.ts'
import { slimEndpoints, slimRouter } from './slim.ts'

const here = (path: string): string => new URL(path, import.meta.url).pathname

/** Functions that build schemas and endpoints. As pure functions, their unused results are dropped. */
const treeshake = {
  manualPureFunctions: ['Type', 'endpoint', 'nullable', 'words', 'Bytes', 'Line', 'Text', 'Search'],
  propertyReadSideEffects: false as const,
}

/**
 * Each group is one file with everything that it imports and earlier groups do not contain. A page loads few files
 * before the first paint, and each contains little that the page does not use. Everything else loads on demand.
 */
const codeSplitting = {
  groups: [
    // Used by one section of the settings alone.
    { name: 'holiday-regions', test: /\/workspaces\/approving\/holiday-regions[.]ts$/ },
    {
      name: 'main',
      // The entry, and what both the sign-in pages and the desk need.
      test: /rolldown\/runtime|\/web\/index[.]html$|\/desk\/main[.]tsx$|\/shared\/(native\/|forms\/field-errors|parts\/(Link|UserText)[.]|sign-in\/log-out|commands\/use-command|reads\/(QueryStates|ReadModelNotice))|\/useQuery[.]js$|\/contract\/(accounts\/users|workspaces\/invitations)[.]ts$/,
    },
    {
      name: 'sign-in',
      test: /\/desk\/accounts\/(sign-up|sessions|passwords|providers|joining|mail-links|auth|texts)/,
      minShareCount: 2,
    },
    {
      name: 'desk',
      test: /\/desk\/(frame\/AdminLayout|workspaces\/list\/WorkspacesPage)[.]tsx$|\/shared\/(parts\/(DangerSection|QrCode)|dialogs\/(SideDrawer|ConfirmDialog)|devices\/StopDevice|export\/ExportMenu|texts\/years-in)[.]tsx?$|\/(deletion\/delete-account-texts|accounts\/device-name|contract\/(workspaces\/subscription\/subscription|requests\/asked))[.]ts$/,
    },
    { name: 'workspace', test: /\/desk\/workspaces\/WorkspacePage[.]tsx$|\/shared\/reads\/use-seats[.]ts$/ },
    {
      name: 'forms',
      // The forms of the tabs, with what several of them need.
      test: /\/shared\/forms\/(FormTextField|form-rules)[.]tsx?$|\/@hookform\//,
    },
    {
      name: 'dialogs',
      test: /\/shared\/(dialogs\/(FormDialog|TypedConfirmDialog)|forms\/EditConflictNotice)[.]tsx$/,
    },
    {
      name: 'invitations',
      // What the two forms of invitations share.
      test: /\/desk\/workspaces\/invitations\/(SeatsNotice|GrantFields|last-grant|texts|invite-draft)[.]tsx?$|\/shared\/forms\/grant-rule-texts[.]ts$/,
    },
    // What the inbox and its drawer share.
    { name: 'inbox', test: /\/desk\/inbox\/(texts|Deadline|request-on-phone)[.]tsx?$/ },
    { name: 'readiness', test: /\/desk\/workspaces\/readiness\/(ReadinessCard|MailProgress)[.]tsx$/ },
    { name: 'typed-text', test: /\/contract\/typed-text[.]ts$/ },
    // The first switch of the settings, with what the later one shares with it.
    { name: 'protection', test: /\/(ProtectionSection|SettingSwitch)[.]tsx$/ },
    {
      name: 'invite',
      // What a new workspace shows first.
      test: /\/desk\/workspaces\/(WorkspaceOnboarding|invitations\/InviteMany)[.]tsx$/,
    },
  ].map((group, at, { length }) => ({ ...group, priority: length - at })),
}

/** Everything before the first screen is one file, even if later files share parts of it. */
const phoneSplitting = {
  groups: [
    { name: 'm', test: /rolldown\/runtime|\/web\/m[.]html$|\/phone\/main[.]tsx$/, priority: 1 },
    { name: 'kinds', test: /\/shared\/kinds\/KindWords[.]tsx$/ },
  ],
}

/**
 * Builds desk, phone, service worker and static pages separately. Shared files would be larger than what each one
 * needs.
 */
export default defineConfig({
  root: here('.'),
  plugins: [react(), pagesInDevelopment(here('.')), slimEndpoints(), slimRouter(), packWords()],
  resolve: { alias: { typebox: here('./src/shared/api/typebox-stub.ts') } },
  build: { outDir: here('./dist'), emptyOutDir: true, modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        // The server reads it to list the scripts of each page.
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
        // The service worker caches the files in it.
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
          // Browsers have registered this name. It must never change.
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
          // Modules shared with other pages also export hooks, which import React. These pages use none.
          treeshake: { ...treeshake, moduleSideEffects: (id) => !id.includes('/node_modules/react/') },
        },
      },
    },
    verifier: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: here('./verify.html'),
          treeshake: { ...treeshake, moduleSideEffects: (id) => !id.includes('/node_modules/react/') },
        },
      },
    },
  },
  builder: {
    buildApp: async ({ build, config, environments }) => {
      const { client, phone, worker, pages, verifier } = environments
      if (client) await build(client)
      if (phone) await build(phone)
      if (worker) await build(worker)
      if (pages) await build(pages)
      if (verifier) await build(verifier)
      const dist = resolve(config.root, config.build.outDir)
      await renderPages(config.root, dist)
      inlineVerifier(dist)
      stampServiceWorker(dist)
      precompress(dist)
    },
  },
})
