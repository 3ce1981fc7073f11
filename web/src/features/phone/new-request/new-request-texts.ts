import { createTexts } from '../../../shared/texts/create-texts.ts'

/** Texts of asking for an approval. */
export const newRequestTexts = createTexts(
  {
    title: 'New request',
    lead: 'Ask a colleague for an approval. You both get a mail with the outcome.',
    workspace: 'Workspace',
    approver: 'Who shall approve?',
    anyApprover: 'Any approver',
    anyApproverHint: 'Whoever answers first decides.',
    noApprovers:
      'Nobody else can approve in this workspace at the moment. An admin can invite an approver or switch one on.',
    noWorkspace: 'You are a requester in no active workspace. An admin of your workspace can change that.',
    inactive: 'subscription ended',
    subject: 'Title',
    subjectHint: 'What is it about? 3 to 200 characters',
    details: 'Details',
    detailsHint: (left: number) => `optional, ${left} characters left`,
    expiry: 'Open for',
    expiries: { 3600: '1 hour', 86400: '1 day', 604800: '7 days' },
    faults: {
      field: 'Field is required.',
      short: 'Must be 3 characters at least',
      characters: 'Contains characters that are not allowed.',
    },
    send: 'Send request',
    sending: 'Sending…',
    erased: 'deleted account',
  },
  {
    title: 'Neue Anfrage',
    lead: 'Bitten Sie um eine Freigabe. Das Ergebnis erhalten beide Seiten per E-Mail.',
    workspace: 'Workspace',
    approver: 'Wer soll bestätigen?',
    anyApprover: 'Alle Genehmigenden',
    anyApproverHint: 'Wer zuerst antwortet, entscheidet.',
    noApprovers:
      'In diesem Workspace kann zurzeit sonst niemand bestätigen. Admins können jemanden einladen oder freischalten.',
    noWorkspace: 'Sie sind in keinem aktiven Workspace anfragend. Ein Admin Ihres Workspace kann das ändern.',
    inactive: 'Abonnement beendet',
    subject: 'Titel',
    subjectHint: 'Worum geht es? 3 bis 200 Zeichen',
    details: 'Einzelheiten',
    detailsHint: (left) => `freiwillig, noch ${left} Zeichen`,
    expiry: 'Offen für',
    expiries: { 3600: '1 Stunde', 86400: '1 Tag', 604800: '7 Tage' },
    faults: {
      field: 'Dieses Feld ist erforderlich.',
      short: 'Mindestens 3 Zeichen',
      characters: 'Enthält Zeichen, die nicht erlaubt sind.',
    },
    send: 'Anfrage senden',
    sending: 'Wird gesendet …',
    erased: 'gelöschtes Konto',
  },
)
