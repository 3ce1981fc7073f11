import type { Downloaded } from './download.ts'

/** Longer than any browser needs to start the download. */
const KEPT_MS = 60_000

/** Gives a file to the browser's downloads. */
export const saveFile = ({ name, file }: Downloaded): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
