import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of a notice of the first screen, apart from the other texts of waiting so that it loads without them. */
export const waitsTexts = createTexts(
  {
    waits: (time: string) =>
      `This device cannot sign before ${time}. It can sooner if a colleague vouches for it.`,
    open: 'What you can do',
  },
  {
    waits: (time) => `Dieses Gerät kann erst ab ${time} signieren. Früher geht es, wenn jemand dafür bürgt.`,
    open: 'Was Sie tun können',
  },
)
