import { createTexts } from '#shared/texts/create-texts.ts'

/** Of the page about notifications alone. */
export const notificationTexts = createTexts(
  {
    title: 'Notifications',
    lead: 'This device tells you when a request waits for your answer. It says no more than that: no title, no names. Whoever opens the app sees everything that waits, with notifications or without.',
    state: {
      'not-offered': 'Notifications are not set up on this server. E-mails tell you what waits.',
      unsupported: 'This browser cannot show notifications. E-mails tell you what waits.',
      'install-first':
        'On iPhone and iPad only an app on the home screen has notifications. Tap Share, then “Add to Home Screen”, open Vieraugen there and come back to this page.',
      denied:
        'Notifications of this site are blocked in this browser. Allow them in the settings of the browser or of the device, under Notifications, and come back to this page.',
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
        'Sent. It should be here within seconds; if it is not, look at “Do not disturb”, the battery saver, and the settings for notifications of this device.',
      arrived: 'The test has arrived: notifications work on this device.',
      gone: 'The notification service knows this browser no more. Please turn notifications on again.',
      off: 'The server knows this browser no more. Please turn notifications on again.',
      refused:
        'The notification service has refused the message. Please turn notifications off and on again.',
      away: 'The notification service cannot be reached at the moment. Please try again later.',
    },
  },
  {
    title: 'Mitteilungen',
    lead: 'Dieses Gerät sagt Ihnen, wenn eine Anfrage auf Ihre Antwort wartet. Mehr steht nicht darin: kein Titel, keine Namen. Wer die App öffnet, sieht alles, was wartet, mit Mitteilungen oder ohne.',
    state: {
      'not-offered':
        'Auf diesem Server sind Mitteilungen nicht eingerichtet. Was wartet, sagen Ihnen E-Mails.',
      unsupported: 'Dieser Browser kann keine Mitteilungen anzeigen. Was wartet, sagen Ihnen E-Mails.',
      'install-first':
        'Auf iPhone und iPad haben nur Apps auf dem Home-Bildschirm Mitteilungen. Tippen Sie auf „Teilen“, dann auf „Zum Home-Bildschirm“, öffnen Sie Vieraugen dort, und kommen Sie auf diese Seite zurück.',
      denied:
        'Mitteilungen dieser Seite sind in diesem Browser blockiert. Erlauben Sie sie in den Einstellungen des Browsers oder des Geräts unter „Mitteilungen“, und kommen Sie auf diese Seite zurück.',
      off: 'Mitteilungen sind auf diesem Gerät ausgeschaltet.',
      on: 'Mitteilungen sind auf diesem Gerät eingeschaltet.',
    },
    turnOn: 'Mitteilungen einschalten',
    turningOn: 'Wird eingeschaltet …',
    turnOff: 'Ausschalten',
    turningOff: 'Wird ausgeschaltet …',
    failedToTurnOn:
      'Der Browser hat seinen Dienst für Mitteilungen nicht erreicht. Bitte versuchen Sie es später noch einmal.',
    test: 'Test an mich senden',
    testing: 'Wird gesendet …',
    tested: {
      accepted:
        'Gesendet. Die Mitteilung sollte in Sekunden da sein; wenn nicht, sehen Sie nach „Nicht stören“, dem Energiesparmodus und den Einstellungen für Mitteilungen dieses Geräts.',
      arrived: 'Der Test ist angekommen: Mitteilungen funktionieren auf diesem Gerät.',
      gone: 'Der Dienst für Mitteilungen kennt diesen Browser nicht mehr. Bitte schalten Sie Mitteilungen noch einmal ein.',
      off: 'Der Server kennt diesen Browser nicht mehr. Bitte schalten Sie Mitteilungen noch einmal ein.',
      refused:
        'Der Dienst für Mitteilungen hat die Nachricht abgelehnt. Bitte schalten Sie Mitteilungen aus und wieder ein.',
      away: 'Der Dienst für Mitteilungen ist zurzeit nicht erreichbar. Bitte versuchen Sie es später noch einmal.',
    },
  },
)
