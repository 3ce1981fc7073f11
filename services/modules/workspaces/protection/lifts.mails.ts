import { letter, phrase, type Given } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { localTime, safeName } from '#modules/workspaces/workspaces.mails.ts'

export type LiftStep = 'started' | 'stopped' | 'withdrawn' | 'lifted'

export type LiftMail = {
  readonly language: 'de' | 'en'
  readonly step: LiftStep
  readonly workspaceName: string
  readonly timezone: string
  /** Who acts, or the operator; null once erased. */
  readonly by: Given | null
  readonly at: Date
  /** Of a lifting that has just started. */
  readonly endsAt: Date | null
  /** As it was typed; null without one, and once erased. */
  readonly reason: string | null
  readonly url: string
}

const words = {
  de: {
    kind: 'Workspace',
    steps: {
      started: [
        'Der Schutz der Personen soll aufgehoben werden',
        'Der Betreiber will den Schutz der Personen aufheben, weil es keinen zweiten Admin mehr gibt, der entscheiden kann. Danach kann ein Admin allein bestimmen, wer freigibt und wer Admin ist. Ist das nicht abgesprochen, halten Sie es mit einem Klick an.',
      ],
      stopped: [
        'Aufhebung des Schutzes angehalten',
        'Jemand aus dem Workspace hat sie angehalten. Die Personen bleiben geschützt.',
      ],
      withdrawn: [
        'Aufhebung des Schutzes zurückgezogen',
        'Der Betreiber hat sie zurückgezogen. Die Personen bleiben geschützt.',
      ],
      lifted: [
        'Der Schutz der Personen ist aufgehoben',
        'Niemand hat die Aufhebung angehalten. Ab jetzt kann ein Admin allein bestimmen, wer freigibt und wer Admin ist. Schalten Sie den Schutz wieder ein, sobald es einen zweiten Admin mit Gerät gibt.',
      ],
    },
    facts: { by: 'Von', reason: 'Grund', at: 'Am', endsAt: 'Aufgehoben ab' },
    open: { started: 'Ansehen und anhalten', later: 'Ansehen' },
    why: 'Sie erhalten diese E-Mail, weil Sie in diesem Workspace Admin sind oder freigeben.',
  },
  en: {
    kind: 'Workspace',
    steps: {
      started: [
        'The protection of people is to be lifted',
        'The operator wants to lift the protection of people, because there is no second admin any more who can decide. Then one admin alone can say who approves and who is an admin. If you did not agree to this, stop it with one click.',
      ],
      stopped: [
        'Lifting of the protection stopped',
        'Somebody in the workspace has stopped it. People stay protected.',
      ],
      withdrawn: [
        'Lifting of the protection withdrawn',
        'The operator has withdrawn it. People stay protected.',
      ],
      lifted: [
        'The protection of people is lifted',
        'Nobody stopped it. From now on one admin alone can say who approves and who is an admin. Switch the protection on again as soon as there is a second admin with a device.',
      ],
    },
    facts: { by: 'By', reason: 'Reason', at: 'On', endsAt: 'Lifted from' },
    open: { started: 'View and stop it', later: 'View' },
    why: 'You are receiving this e-mail because you are an admin or approver of this workspace.',
  },
} as const satisfies Record<
  'de' | 'en',
  { readonly steps: Record<LiftStep, readonly [string, string]>; readonly [word: string]: unknown }
>

/** To everybody who may decide in the workspace. */
export const liftMail = (mailed: LiftMail): Mail => {
  const { language, step, timezone, by, at, endsAt, reason, url } = mailed
  const text = words[language]
  const { facts } = text
  const [title, sentence] = text.steps[step]
  const name = safeName(mailed.workspaceName)
  return {
    subject: `${title} – ${name}`,
    ...letter({
      language,
      kind: text.kind,
      title,
      paragraphs: [sentence],
      facts: [
        ...(reason === null ? [] : [[facts.reason, phrase`${reason}`] as const]),
        ...(by === null ? [] : [[facts.by, by] as const]),
        [facts.at, localTime(language, at, timezone)],
        ...(endsAt === null ? [] : [[facts.endsAt, localTime(language, endsAt, timezone)] as const]),
        ['Workspace', phrase`${name}`],
      ],
      action: { label: step === 'started' ? text.open.started : text.open.later, url },
      footer: [text.why],
    }),
  }
}
