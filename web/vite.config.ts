import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string): string => new URL(path, import.meta.url).pathname

export default defineConfig({
  root: here('.'),
  plugins: [react()],
  resolve: { alias: { typebox: here('./src/shared/no-schemas.ts') } },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    rolldownOptions: { input: [here('./index.html'), here('./m.html')] },
  },
})
