import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of the way to a call check: the colleagues of late, and what stands in the way of one. */
export const askingTexts = createTexts(
  {
    withWhom: 'Checked lately',
    checkWith: (who: string) => `Check a call with ${who}`,
    noneYet: 'Colleagues with whom you check a call appear here, one tap away.',
    failed: 'Your colleagues cannot be loaded at the moment. “Check a call” works without them.',
    notNow: 'cannot be asked at the moment',
    erased: 'deleted user',
    colleague: 'Your colleague',
    noDevice: (who: string) =>
      `${who} has no device that signs, so ${who} cannot answer. Hang up and call back on a number that you know. ${who} can set up a device in the app.`,
    silent: (who: string) =>
      `${who} gets no notification. Say: “Please open Vieraugen.” Or call back on a number that you know.`,
    obstacles: {
      'request.muted': (_: string, until: string) =>
        `Until ${until} you cannot start a call check: several of yours were declined or not answered. Hang up and call back on a number that you know.`,
      'request.too-many': (_: string, until: string) =>
        `You have started too many call checks. You can start the next one at ${until}. Until then, hang up and call back on a number that you know.`,
      'request.too-soon': (who: string) => `You have just asked ${who}. In half a minute you can ask again.`,
      'request.limit': (who: string) =>
        `Several people are asking ${who} at the moment. Wait a few minutes, or hang up and call back on a number that you know.`,
      own: (who: string) => `You are asking ${who} already. One check is enough.`,
      'call.opposite': (who: string) =>
        `${who} is asking you already. Answer first: one check is enough for both.`,
      'call.locked': () =>
        'Three wrong numbers were typed between the two of you, so your call checks are locked. Hang up and call back on a number that you know. An admin of the workspace can unlock them.',
    },
    goOn: 'Go to this check',
    answer: (who: string) => `Answer ${who}`,
  },
  {
    withWhom: 'Zuletzt geprüft',
    checkWith: (who) => `Anruf mit ${who} prüfen`,
    noneYet: 'Hier erscheinen die Personen, mit denen Sie zuletzt einen Anruf geprüft haben.',
    failed: 'Die zuletzt Geprüften lassen sich gerade nicht laden. „Anruf prüfen“ geht trotzdem.',
    notNow: 'zurzeit nicht erreichbar',
    erased: 'gelöschter Benutzer',
    colleague: 'Ihr Gegenüber',
    noDevice: (who) =>
      `${who} hat kein Gerät, das signiert, und kann nicht antworten. Legen Sie auf und rufen Sie unter einer bekannten Nummer zurück. Ein Gerät lässt sich in der App einrichten.`,
    silent: (who) =>
      `${who} bekommt keine Mitteilung. Sagen Sie: „Bitte öffnen Sie Vieraugen.“ Oder rufen Sie unter einer bekannten Nummer zurück.`,
    obstacles: {
      'request.muted': (_, until) =>
        `Bis ${until} können Sie keinen Anruf prüfen: Mehrere Ihrer Prüfungen wurden abgelehnt oder nicht beantwortet. Legen Sie auf und rufen Sie unter einer bekannten Nummer zurück.`,
      'request.too-many': (_, until) =>
        `Das waren zu viele Prüfungen. Die nächste ist um ${until} möglich. Legen Sie bis dahin auf und rufen Sie unter einer bekannten Nummer zurück.`,
      'request.too-soon': (who) =>
        `Sie haben ${who} eben erst gefragt. In einer halben Minute können Sie noch einmal fragen.`,
      'request.limit': (who) =>
        `Gerade fragen mehrere Personen bei ${who} an. Warten Sie einige Minuten, oder legen Sie auf und rufen Sie unter einer bekannten Nummer zurück.`,
      own: (who) => `Sie fragen ${who} bereits. Eine Prüfung genügt.`,
      'call.opposite': (who) =>
        `${who} fragt Sie bereits. Antworten Sie zuerst: Eine Prüfung genügt für beide.`,
      'call.locked': () =>
        'Zwischen Ihnen beiden wurde dreimal eine falsche Zahl eingetippt. Ihre Anrufprüfungen sind gesperrt. Legen Sie auf, und rufen Sie unter einer bekannten Nummer zurück. Ein Admin des Workspace kann sie entsperren.',
    },
    goOn: 'Zu dieser Prüfung',
    answer: (who) => `${who} antworten`,
  },
)
