import { createTexts } from '#shared/texts/create-texts.ts'

/** Of mails that did not arrive. */
export const undeliveredTexts = createTexts(
  {
    tag: 'not delivered',
    'no-mailbox': {
      invited:
        'The mail server knows no mailbox of this address. If it is misspelt, remove the invitation and invite the right address.',
      joined:
        'The mail server no longer knows this mailbox. If the person has left, remove them; otherwise invite them with their new address.',
    },
    'given-up': {
      invited:
        'The mail server did not accept our e-mail for a day. Check the address, then send the invitation again.',
      joined:
        'The mail server did not accept our last e-mail for a day. This note goes as soon as one arrives again.',
    },
    invite: 'Invite another address',
  },
  {
    tag: 'nicht zustellbar',
    'no-mailbox': {
      invited:
        'Der Mailserver kennt kein Postfach mit dieser Adresse. Ist sie falsch geschrieben, entfernen Sie die Einladung und laden die richtige Adresse ein.',
      joined:
        'Der Mailserver kennt dieses Postfach nicht mehr. Ist die Person ausgeschieden, entfernen Sie sie; sonst laden Sie sie mit ihrer neuen Adresse ein.',
    },
    'given-up': {
      invited:
        'Der Mailserver hat unsere E-Mail einen Tag lang nicht angenommen. Prüfen Sie die Adresse, und senden Sie dann die Einladung erneut.',
      joined:
        'Der Mailserver hat unsere letzte E-Mail einen Tag lang nicht angenommen. Der Hinweis verschwindet, sobald wieder eine ankommt.',
    },
    invite: 'Andere Adresse einladen',
  },
)
