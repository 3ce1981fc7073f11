import { createTexts } from '#shared/texts/create-texts.ts'

export const testerTexts = createTexts(
  {
    title: 'Try an example',
    text: 'See which rule holds for a request and who would be asked. Nothing is sent or saved.',
    kind: 'Kind of request',
    requester: 'Asked by',
    myself: 'myself',
    currencyOf: (label: string) => `Currency: ${label}`,
    try: 'Try it',
    trying: 'Trying …',
    amount: 'Not an amount, such as 10,000.00',
    refused: 'This was not accepted. Please check it.',
    choose: 'Please choose',
    noRule: 'No rule fits: who asks says who decides.',
    rule: (place: number) => `Rule ${place} holds:`,
    asked: (count: number, total: number) =>
      total === 1
        ? 'This person would be asked:'
        : count === 1
          ? `One of these ${total} people would have to approve:`
          : count === total
            ? `These ${total} people would all have to approve:`
            : `${count} of these ${total} people would have to approve:`,
    nobody: 'Nobody would be asked.',
    more: (count: number) => `and ${count} more`,
    noDevice: 'no device yet',
    erased: 'Deleted user',
    people: (count: number) =>
      `Such a request would be refused: the rule lacks ${count === 1 ? 'one person' : `${count} people`}.`,
    waits: (count: number) =>
      `Such a request would wait, and nobody is asked yet: the rule lacks ${count === 1 ? 'one person' : `${count} people`}. The admins would be told.`,
    groups: (names: string) => `Nobody who may decide it is in: ${names}`,
    devices: (count: number) =>
      count === 1
        ? 'One of them must set up a device before it can be approved.'
        : `${count} of them must set up a device before it can be approved.`,
    before: {
      'call-check': 'Such a request would be refused until a call check with one of them was confirmed.',
      'call-back':
        'Such a request would be refused until a call check with one of them, with a call-back on the number on file, was confirmed.',
    },
  },
  {
    title: 'Ein Beispiel prüfen',
    text: 'Hier sehen Sie, welche Regel für eine Anfrage gilt und wer gefragt würde. Nichts wird gesendet oder gespeichert.',
    kind: 'Art der Anfrage',
    requester: 'Gefragt von',
    myself: 'mir',
    currencyOf: (label) => `Währung: ${label}`,
    try: 'Prüfen',
    trying: 'Wird geprüft …',
    amount: 'Kein Betrag, zum Beispiel 10.000,00',
    refused: 'Das wurde nicht angenommen. Bitte prüfen Sie es.',
    choose: 'Bitte wählen',
    noRule: 'Keine Regel passt: Wer anfragt, bestimmt, wer entscheidet.',
    rule: (place) => `Es gilt Regel ${place}:`,
    asked: (count, total) =>
      total === 1
        ? 'Diese Person würde gefragt:'
        : count === 1
          ? `Eine dieser ${total} Personen müsste freigeben:`
          : count === total
            ? `Diese ${total} Personen müssten alle freigeben:`
            : `${count} dieser ${total} Personen müssten freigeben:`,
    nobody: 'Niemand würde gefragt.',
    more: (count) => `und ${count} weitere`,
    noDevice: 'noch ohne Gerät',
    erased: 'Gelöschter Benutzer',
    people: (count) =>
      `So eine Anfrage würde abgelehnt: Für die Regel ${count === 1 ? 'fehlt eine Person' : `fehlen ${count} Personen`}.`,
    waits: (count) =>
      `So eine Anfrage würde warten, ohne dass jemand gefragt wird: Für die Regel ${count === 1 ? 'fehlt eine Person' : `fehlen ${count} Personen`}. Die Admins würden benachrichtigt.`,
    groups: (names) => `Niemand, der entscheiden darf, ist in: ${names}`,
    devices: (count) =>
      count === 1
        ? 'Eine dieser Personen muss erst ein Gerät einrichten, bevor freigegeben werden kann.'
        : `${count} dieser Personen müssen erst ein Gerät einrichten, bevor freigegeben werden kann.`,
    before: {
      'call-check':
        'So eine Anfrage würde abgelehnt, bis eine Anrufprüfung mit einer dieser Personen bestätigt ist.',
      'call-back':
        'So eine Anfrage würde abgelehnt, bis eine Anrufprüfung mit einer dieser Personen mit Rückruf auf der hinterlegten Nummer bestätigt ist.',
    },
  },
)
