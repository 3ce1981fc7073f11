import { letter, phrase, type Phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { safeName } from '#modules/workspaces/workspaces.mails.ts'

type Named = { readonly name: string | null; readonly email: string | null }

export type NamesakeMail = {
  readonly language: 'de' | 'en'
  readonly workspaceName: string
  /** Whose name is new. */
  readonly person: Named
  readonly other: Named
  readonly url: string
}

const words = {
  de: {
    kind: 'Namen',
    title: 'Zwei Namen gleichen sich',
    subject: (name: string) => `Zwei Personen heißen „${name}“ oder ähnlich`,
    text: (name: string): Phrase =>
      phrase`In diesem Workspace gibt es jetzt zwei Personen, die „${name}“ heißen oder deren Namen so aussehen.`,
    advice:
      'Alle sehen bei beiden einen Hinweis. Achten Sie auf die Adressen. Kennen Sie eine Adresse nicht, fragen Sie nach, bevor diese Person etwas anfragt oder freigibt. Einen Namen können Sie in der Liste der Mitglieder ändern.',
    facts: { person: 'Neu', other: 'Bisher', workspace: 'Workspace' },
    open: 'Workspace ansehen',
    why: 'Sie erhalten diese E-Mail, weil Sie in diesem Workspace Admin sind.',
  },
  en: {
    kind: 'Names',
    title: 'Two names look alike',
    subject: (name: string) => `Two people are called “${name}” or look like it`,
    text: (name: string): Phrase =>
      phrase`This workspace now has two people who are called “${name}”, or whose names look like it.`,
    advice:
      'Everybody sees a note beside both. Look at the addresses. If you do not know one of them, ask before that person requests or approves anything. You can change a name in the list of participants.',
    facts: { person: 'New', other: 'Before', workspace: 'Workspace' },
    open: 'View the workspace',
    why: 'You are receiving this e-mail because you are an admin of this workspace.',
  },
}

/** The address decides, so it stands behind each name. */
const personOf = ({ name, email }: Named): Phrase => [
  ...phrase`${safeName(name ?? '–')}`,
  ...(email === null ? [] : [' · ', { given: email }]),
]

/** To each admin. */
export const namesakeMail = ({ language, workspaceName, person, other, url }: NamesakeMail): Mail => {
  const text = words[language]
  const workspace = safeName(workspaceName)
  const name = safeName(person.name ?? '–')
  return {
    subject: `${text.subject(name)} – ${workspace}`,
    ...letter({
      language,
      kind: text.kind,
      title: text.title,
      paragraphs: [text.text(name), text.advice],
      facts: [
        [text.facts.person, personOf(person)],
        [text.facts.other, personOf(other)],
        [text.facts.workspace, phrase`${workspace}`],
      ],
      action: { label: text.open, url },
      footer: [text.why],
    }),
  }
}
