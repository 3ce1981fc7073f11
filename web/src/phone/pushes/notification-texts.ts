import { createTexts } from '#shared/texts/create-texts.ts'

export const notificationTexts = createTexts(
  {
    title: 'Notifications',
    lead: 'This device notifies you when a request waits for your answer. Notifications never show a title or a name. In the app you see every open request, with or without notifications.',
    state: {
      'not-offered': 'Notifications are not set up on this server. You get e-mails instead.',
      unsupported: 'This browser cannot show notifications. You get e-mails instead.',
      'install-first':
        'On iPhone and iPad, only apps on the home screen can show notifications. Tap Share, then “Add to Home Screen”, open Vieraugen from there and come back to this page.',
      denied:
        'Notifications from this site are blocked in this browser. Allow them in your browser or device settings under Notifications, then come back to this page.',
      off: 'Notifications are off on this device.',
      on: 'Notifications are on for this device.',
    },
    turnOn: 'Turn on notifications',
    turningOn: 'Turning on…',
    turnOff: 'Turn off',
    turningOff: 'Turning off…',
    failedToTurnOn: 'The browser could not reach its notification service. Please try again later.',
    test: 'Send me a test',
    testing: 'Sending…',
    tested: {
      accepted:
        'Sent. It should arrive within seconds. If it does not, check “Do not disturb”, the battery saver and the notification settings of this device.',
      arrived: 'The test has arrived: notifications work on this device.',
      gone: 'The notification service no longer knows this browser. Please turn notifications on again.',
      off: 'The server no longer knows this browser. Please turn notifications on again.',
      refused: 'The notification service rejected the message. Please turn notifications off and on again.',
      away: 'The notification service cannot be reached at the moment. Please try again later.',
    },
  },
  {
    title: 'Mitteilungen',
    lead: 'Dieses Gerät meldet, wenn eine Anfrage auf Ihre Antwort wartet. Mitteilungen zeigen nie einen Titel oder Namen. In der App sehen Sie jede offene Anfrage, mit oder ohne Mitteilungen.',
    state: {
      'not-offered':
        'Auf diesem Server sind Mitteilungen nicht eingerichtet. Sie erhalten stattdessen E-Mails.',
      unsupported: 'Dieser Browser kann keine Mitteilungen anzeigen. Sie erhalten stattdessen E-Mails.',
      'install-first':
        'Auf iPhone und iPad können nur Apps auf dem Home-Bildschirm Mitteilungen anzeigen. Tippen Sie auf „Teilen“, dann auf „Zum Home-Bildschirm“, öffnen Sie Vieraugen von dort und kommen Sie auf diese Seite zurück.',
      denied:
        'Mitteilungen dieser Seite sind in diesem Browser blockiert. Erlauben Sie sie in den Einstellungen des Browsers oder des Geräts unter „Mitteilungen“ und kommen Sie dann auf diese Seite zurück.',
      off: 'Mitteilungen sind auf diesem Gerät ausgeschaltet.',
      on: 'Mitteilungen sind auf diesem Gerät eingeschaltet.',
    },
    turnOn: 'Mitteilungen einschalten',
    turningOn: 'Wird eingeschaltet …',
    turnOff: 'Ausschalten',
    turningOff: 'Wird ausgeschaltet …',
    failedToTurnOn:
      'Der Browser hat seinen Mitteilungsdienst nicht erreicht. Bitte versuchen Sie es später noch einmal.',
    test: 'Test an mich senden',
    testing: 'Wird gesendet …',
    tested: {
      accepted:
        'Gesendet. Die Mitteilung sollte in wenigen Sekunden da sein. Wenn nicht, prüfen Sie „Nicht stören“, den Energiesparmodus und die Mitteilungseinstellungen dieses Geräts.',
      arrived: 'Der Test ist angekommen: Mitteilungen funktionieren auf diesem Gerät.',
      gone: 'Der Mitteilungsdienst kennt diesen Browser nicht mehr. Bitte schalten Sie Mitteilungen wieder ein.',
      off: 'Der Server kennt diesen Browser nicht mehr. Bitte schalten Sie Mitteilungen wieder ein.',
      refused:
        'Der Mitteilungsdienst hat die Nachricht abgelehnt. Bitte schalten Sie Mitteilungen aus und wieder ein.',
      away: 'Der Mitteilungsdienst ist zurzeit nicht erreichbar. Bitte versuchen Sie es später noch einmal.',
    },
  },
)
