import { letter, naming, phrase, type Given, type Phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { inSubject, person, type Named } from '#modules/mails/people.ts'
import { localTime, safeName } from '#modules/workspaces/workspaces.mails.ts'
import type { ParticipantDeviceEvent } from './participant-device.events.ts'

type Step = ParticipantDeviceEvent['data']['step']

export type ParticipantDeviceMail = {
  readonly language: 'de' | 'en'
  readonly workspaceName: string
  readonly timezone: string
  readonly at: Date
  readonly step: Step
  readonly owner: Named
  /** The person who did it, unless it is the owner; null for the product itself, and once erased. */
  readonly by: Given | null
  readonly kind: 'pin' | 'passkey'
  /** Null if unknown. */
  readonly deviceBound: boolean | null
  /** When a waiting device becomes usable. */
  readonly usableFrom: Date | null
  readonly url: string
}

const words = {
  de: {
    category: 'Geräte',
    steps: {
      enrolled: [
        'Gerät eingerichtet',
        (owner) => naming`${owner} hat ein Gerät eingerichtet und kann damit signieren.`,
      ],
      waiting: [
        'Ein neues Gerät wartet',
        (owner) =>
          naming`Für ${owner} wurde ein weiteres Gerät eingerichtet. Es kann noch nichts freigeben: Sie können dafür bürgen, wenn Sie mit der Person gesprochen haben, oder es stoppen.`,
      ],
      vouched: [
        'Für ein Gerät gebürgt',
        (owner) => naming`Jemand hat für das neue Gerät von ${owner} gebürgt. Es kann jetzt signieren.`,
      ],
      stopped: [
        'Wartendes Gerät gestoppt',
        (owner) => naming`Das wartende Gerät von ${owner} wurde gestoppt.`,
      ],
      removed: ['Gerät entfernt', (owner) => naming`${owner} hat ein Gerät entfernt.`],
      disabled: [
        'Gerät gesperrt',
        (owner) => naming`Ein Gerät von ${owner} ist nach zu vielen falschen PINs gesperrt.`,
      ],
    },
    facts: { who: 'Person', device: 'Gerät', by: 'Von', usableFrom: 'Nutzbar ab', at: 'Zeit' },
    kinds: {
      pin: 'Schlüssel mit App-PIN',
      passkey: 'Passkey',
      bound: 'Passkey, bleibt auf dem Gerät',
      synced: 'Passkey, synchronisiert',
    },
    open: 'Ansehen',
    why: 'Sie erhalten diese E-Mail, weil Sie Admin des Workspace sind.',
  },
  en: {
    category: 'Devices',
    steps: {
      enrolled: ['Device set up', (owner) => naming`${owner} set up a device and can sign with it.`],
      waiting: [
        'A new device is waiting',
        (owner) =>
          naming`Another device was set up for ${owner}. It cannot approve anything yet: you can vouch for it once you have talked to the person, or stop it.`,
      ],
      vouched: [
        'Somebody vouched for a device',
        (owner) => naming`Somebody vouched for the new device of ${owner}. It can sign now.`,
      ],
      stopped: ['Waiting device stopped', (owner) => naming`The waiting device of ${owner} was stopped.`],
      removed: ['Device removed', (owner) => naming`${owner} removed a device.`],
      disabled: [
        'Device disabled',
        (owner) => naming`A device of ${owner} is disabled after too many wrong PINs.`,
      ],
    },
    facts: { who: 'Person', device: 'Device', by: 'By', usableFrom: 'Usable from', at: 'Time' },
    kinds: {
      pin: 'Key with app PIN',
      passkey: 'Passkey',
      bound: 'Passkey, stays on its device',
      synced: 'Passkey, synced',
    },
    open: 'View',
    why: 'You get this e-mail because you are an admin of the workspace.',
  },
} as const satisfies Record<
  'de' | 'en',
  {
    readonly steps: Record<Step, readonly [string, (owner: Given) => Phrase]>
    readonly [word: string]: unknown
  }
>

/** To an admin of the workspace, about a device of somebody who may decide there, or that waits. */
export const participantDeviceMail = (mailed: ParticipantDeviceMail): Mail => {
  const { language, step, owner, by, kind, deviceBound, usableFrom, at, timezone, url } = mailed
  const text = words[language]
  const [title, sentence] = text.steps[step]
  const passkey =
    deviceBound === null ? text.kinds.passkey : deviceBound ? text.kinds.bound : text.kinds.synced
  const name = safeName(mailed.workspaceName)
  const who = person(owner, '')
  return {
    subject: `${title}: ${inSubject(owner, '')} – ${name}`,
    ...letter({
      language,
      kind: text.category,
      title,
      paragraphs: [sentence(who)],
      facts: [
        [text.facts.who, who],
        [text.facts.device, kind === 'pin' ? text.kinds.pin : passkey],
        ...(by === null ? [] : [[text.facts.by, by] as const]),
        ...(usableFrom === null
          ? []
          : [[text.facts.usableFrom, localTime(language, usableFrom, timezone)] as const]),
        [text.facts.at, localTime(language, at, timezone)],
        ['Workspace', phrase`${name}`],
      ],
      action: { label: text.open, url },
      footer: [text.why],
    }),
  }
}
