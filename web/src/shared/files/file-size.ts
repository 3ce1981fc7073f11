/** In the steps of a thousand that files are shown in elsewhere: `1.2 MB`. */
export const fileSize = (bytes: number, language: string): string => {
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  const digits = amount < 10 ? 1 : 0
  return `${amount.toLocaleString(language, { maximumFractionDigits: digits })} ${unit}`
}
