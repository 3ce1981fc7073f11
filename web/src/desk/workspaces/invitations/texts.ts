import { createTexts } from '#shared/texts/create-texts.ts'

export const inviteTexts = createTexts(
  {
    title: 'Invite a colleague',
    name: 'Name',
    nameHint: 'Optional: a proposal, until they give their name.',
    role: 'Role',
    roleHints: {
      admin: 'Manages the workspace: invites, sees the audit log, changes settings.',
      'regular user': 'Uses the phone page only, as requester, approver or both.',
    },
    rights: 'Rights',
    approverHint: 'Decides requests of others.',
    requesterHint: 'Sends requests.',
    mail: 'The invitation is sent by e-mail and is valid for 7 days.',
    submit: 'Invite',
    sent: (email: string) => `${email} was invited.`,
    inactive: 'You need a subscription to invite people.',
    seats: {
      nearlyFull: (taken: number, total: number) =>
        `${taken} of ${total} seats are taken: ${total - taken} more can be invited.`,
      full: (total: number) => (total === 1 ? 'The only seat is taken.' : `All ${total} seats are taken.`),
      none: 'No seat is free. Remove somebody, revoke an invitation, or request an offer with more seats.',
      more: 'See seats and offers',
    },
    several: 'Invite several at once',
    one: 'Invite one person',
    titleMany: 'Invite several colleagues',
    list: 'E-mail addresses',
    listHint:
      'One per line, or separated by commas or semicolons. Name <address> and tables, also with a name column, work too.',
    file: 'Choose an Excel or CSV file',
    fileTooLarge: 'This file is larger than 1 MB.',
    fileUnreadable: 'This file cannot be read. Save it as an Excel workbook (.xlsx) or as CSV.',
    nobody: 'Enter at least one address.',
    submitMany: (count: number) => (count === 0 ? 'Invite' : `Invite ${count}`),
    line: (line: number) => `Line ${line}`,
    checked: (good: number, bad: number) =>
      bad === 0 ? `${good} can be invited.` : `${good} can be invited, ${bad} cannot.`,
    told: (invited: number, already: number, not: number, waiting: number) =>
      `${invited} invited, ${waiting > 0 ? `${waiting} waiting for a second admin, ` : ''}${already} already there, ${not} not invited.`,
    outcomes: {
      invited: 'invited',
      waiting: 'waits for a second admin',
      already: 'already there',
      invalid: 'not invited',
    },
    reasons: {
      name: 'The name is longer than 60 characters.',
      broken: 'The quotes in this line do not match.',
      yesNo: 'A right must be yes or no.',
      twice: 'The address appears further up.',
      tooMany: 'You can send 500 at a time. Send the rest afterwards.',
      'participant.exists': 'Already a participant, or has an open invitation.',
      'change.exists': 'Another change of this person is waiting for a second admin already.',
      'change.limit': 'Too many changes are waiting for a second admin. Decide or withdraw some first.',
      'invitation.limit': 'There are too many open invitations. Wait until some are accepted.',
      'workspace.full': 'All seats are taken.',
      'rate.exceeded':
        'You can send 50 invitations per hour during the trial, and 2,000 with a subscription. Send the list again later; nobody gets a second invitation.',
      'invitation.too-often': 'This address got five invitations within a day. Try again tomorrow.',
    },
  },
  {
    title: 'Jemanden einladen',
    name: 'Name',
    nameHint: 'Freiwillig: ein Vorschlag, bis die Person ihren Namen angibt.',
    role: 'Rolle',
    roleHints: {
      admin: 'Verwaltet den Workspace: lädt ein, sieht das Protokoll, ändert Einstellungen.',
      'regular user': 'Nutzt nur die Telefonseite: anfragend, freigebend oder beides.',
    },
    rights: 'Darf',
    approverHint: 'Entscheidet über Anfragen anderer.',
    requesterHint: 'Stellt Anfragen.',
    mail: 'Die Einladung kommt per E-Mail und gilt 7 Tage.',
    submit: 'Einladen',
    sent: (email) => `${email} wurde eingeladen.`,
    inactive: 'Zum Einladen ist ein Abonnement nötig.',
    seats: {
      nearlyFull: (taken, total) =>
        `${taken} von ${total} Plätzen sind vergeben: ${total - taken === 1 ? 'eine weitere Person kann' : `${total - taken} weitere können`} eingeladen werden.`,
      full: (total) =>
        total === 1 ? 'Der einzige Platz ist vergeben.' : `Alle ${total} Plätze sind vergeben.`,
      none: 'Es ist kein Platz frei. Entfernen Sie jemanden, nehmen Sie eine Einladung zurück, oder fragen Sie ein Angebot mit mehr Plätzen an.',
      more: 'Plätze und Angebote ansehen',
    },
    several: 'Mehrere auf einmal einladen',
    one: 'Eine Person einladen',
    titleMany: 'Mehrere einladen',
    list: 'E-Mail-Adressen',
    listHint:
      'Eine je Zeile, oder mit Komma oder Semikolon dazwischen; auch als Name <Adresse>, oder eine Tabelle, gern mit einer Spalte Name.',
    file: 'Excel- oder CSV-Datei wählen',
    fileTooLarge: 'Diese Datei ist größer als 1 MB.',
    fileUnreadable:
      'Diese Datei ist nicht lesbar. Speichern Sie sie als Excel-Arbeitsmappe (.xlsx) oder als CSV.',
    nobody: 'Geben Sie mindestens eine Adresse ein.',
    submitMany: (count) => (count === 0 ? 'Einladen' : `${count} einladen`),
    line: (line) => `Zeile ${line}`,
    checked: (good, bad) =>
      bad === 0 ? `${good} können eingeladen werden.` : `${good} können eingeladen werden, ${bad} nicht.`,
    told: (invited, already, not, waiting) =>
      `${invited} eingeladen, ${waiting > 0 ? `${waiting} ${waiting === 1 ? 'wartet' : 'warten'} auf einen zweiten Admin, ` : ''}${already} schon da, ${not} nicht eingeladen.`,
    outcomes: {
      invited: 'eingeladen',
      waiting: 'wartet auf zweiten Admin',
      already: 'schon da',
      invalid: 'nicht eingeladen',
    },
    reasons: {
      name: 'Der Name ist länger als 60 Zeichen.',
      broken: 'Die Anführungszeichen dieser Zeile passen nicht zusammen.',
      yesNo: 'Ein Recht ist weder ja noch nein.',
      twice: 'Die Adresse steht weiter oben schon.',
      tooMany: 'Höchstens 500 gehen auf einmal. Senden Sie die übrigen danach.',
      'participant.exists': 'Ist Mitglied oder hat eine offene Einladung.',
      'change.exists': 'Für diese Person wartet schon eine andere Änderung auf einen zweiten Admin.',
      'change.limit':
        'Zu viele Änderungen warten auf einen zweiten Admin. Entscheiden Sie zuerst über einige, oder ziehen Sie welche zurück.',
      'invitation.limit': 'Es gibt zu viele offene Einladungen. Warten Sie, bis einige angenommen sind.',
      'workspace.full': 'Alle Plätze sind vergeben.',
      'rate.exceeded':
        'In der Testphase gehen höchstens 50 Einladungen in einer Stunde hinaus, mit Abonnement 2.000. Senden Sie die Liste später noch einmal: Niemand bekommt eine zweite.',
      'invitation.too-often':
        'Diese Adresse hat binnen eines Tages fünf Einladungen bekommen. Laden Sie sie morgen noch einmal ein.',
    },
  },
)
