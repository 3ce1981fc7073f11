import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of enrolling a further device. */
export const enrolmentTexts = createTexts(
  {
    confirm: 'Confirm new device',
    subject: (name: string) => `New device: ${name}`,
    without: 'I have none at hand',
    withoutHint:
      'Then the new device waits before it can sign, usually for a day, or until a colleague vouches for it.',
    further: {
      confirmed: 'You confirm this device with one that you have set up already.',
      waits:
        'None of your devices can confirm it here. So this one waits before it can sign, usually for a day, or until a colleague vouches for it.',
    },
    waiting: 'This device is set up, but it still waits.',
  },
  {
    confirm: 'Neues Gerät bestätigen',
    subject: (name) => `Neues Gerät: ${name}`,
    without: 'Ich habe keines zur Hand',
    withoutHint:
      'Dann wartet das neue Gerät, bevor es signieren kann: meist einen Tag, oder bis jemand aus Ihrem Workspace dafür bürgt.',
    further: {
      confirmed: 'Sie bestätigen dieses Gerät mit einem, das Sie schon eingerichtet haben.',
      waits:
        'Keines Ihrer Geräte kann es hier bestätigen. Deshalb wartet dieses, bevor es signieren kann: meist einen Tag, oder bis jemand aus Ihrem Workspace dafür bürgt.',
    },
    waiting: 'Dieses Gerät ist eingerichtet, wartet aber noch.',
  },
)
