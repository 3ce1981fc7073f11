import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'

const here = (path: string): string => new URL(path, import.meta.url).pathname

/** Two pages, built apart: what they would share is larger than what either needs (the phone: one file). */
export default defineConfig({
  root: here('.'),
  plugins: [react()],
  resolve: { alias: { typebox: here('./src/shared/no-schemas.ts') } },
  build: { outDir: here('./dist'), emptyOutDir: true },
  environments: {
    client: { build: { rolldownOptions: { input: here('./index.html') } } },
    phone: {
      consumer: 'client',
      build: { emptyOutDir: false, copyPublicDir: false, rolldownOptions: { input: here('./m.html') } },
    },
  },
  builder: {
    buildApp: async ({ build, config, environments: { client, phone } }) => {
      if (client) await build(client)
      if (phone) await build(phone)
      precompress(resolve(config.root, config.build.outDir))
    },
  },
})
