import type { ErrorCode } from '#contract/errors.ts'

/** The German text of every API error. The English text is in the contract and in the response. */
export const germanErrors: Readonly<Record<ErrorCode, string>> = {
  'input.malformed': 'Die Anfrage konnte nicht gelesen werden.',
  'input.invalid': 'Die Eingabe ist nicht gültig.',
  'history.too-long':
    'Ein PDF fasst höchstens 100.000 Einträge, eine Excel-Datei 1.000.000. Grenzen Sie die Filter ein oder exportieren Sie als CSV oder JSONL.',
  'input.too-large': 'Die Anfrage ist größer, als dieser Vorgang erlaubt.',
  'input.too-slow': 'Die Anfrage kam zu langsam an.',
  'input.headers-too-large': 'Die Kopfzeilen dieser Anfrage sind zu groß.',
  'input.not-json': 'Hier wird nur JSON angenommen.',
  'session.missing': 'Bitte melden Sie sich an.',
  'session.ended': 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
  'passkey.needed': 'Bitte bestätigen Sie die Anmeldung mit Ihrem Passkey.',
  'login.failed':
    'Die Anmeldung ist fehlgeschlagen. Prüfen Sie E-Mail-Adresse und Passwort, und ob Ihre E-Mail-Adresse bestätigt ist.',
  'google.refused': 'Die Anmeldung mit Google ist fehlgeschlagen.',
  'microsoft.refused': 'Die Anmeldung mit Microsoft365 ist fehlgeschlagen.',
  'identity.unconfirmed': 'Bitte sehen Sie in Ihrem Postfach nach',
  'password.guessable': 'Dieses Passwort ist leicht zu erraten. Bitte wählen Sie ein anderes.',
  'password.needed':
    'Bitte wählen Sie ein Passwort, denn dieser Link wurde in einem anderen Browser angefordert.',
  'service.busy': 'Der Dienst ist gerade ausgelastet. Bitte versuchen Sie es noch einmal.',
  'identity.other-browser': 'Bitte öffnen Sie diesen Link in dem Browser, in dem Sie sich angemeldet haben.',
  'login.too-old': 'Bitte bestätigen Sie zu Ihrer Sicherheit vorher, dass Sie es sind.',
  'session.paired':
    'Dieses Telefon wurde von einem anderen Gerät angemeldet und kann deshalb keine weiteren anmelden. Bitte melden Sie sich hier zuerst selbst an.',
  'access.denied': 'Dazu fehlt Ihnen die Berechtigung.',
  'route.not-found': 'Unter dieser Adresse gibt es nichts.',
  'route.wrong-method': 'Diese Adresse nimmt solche Aufrufe nicht an.',
  'route.too-long': 'Diese Adresse ist zu lang.',
  'workspace.full':
    'Alle Plätze sind vergeben. Entfernen Sie ein Mitglied oder fragen Sie weitere Plätze an.',
  'period.not-found': 'Diesen Zeitraum gibt es nicht.',
  'workspace.open': 'Dieser Workspace ist noch offen. Löschen Sie ihn zuerst.',
  'workspace.not-found': 'Diesen Workspace gibt es nicht.',
  'view.limit': 'Sie haben schon 20 Ansichten dieses Protokolls gespeichert. Löschen Sie zuerst eine.',
  'kind.not-found': 'Diese Art von Anfrage gibt es nicht.',
  'kind.exists': 'Eine andere Art von Anfrage heißt schon so.',
  'kind.limit': 'Dieser Workspace hat schon 30 eigene Arten von Anfragen. Ändern Sie eine davon.',
  'change.not-found': 'Diese Änderung gibt es nicht.',
  'participant.not-found': 'Dieses Mitglied gibt es nicht.',
  'request.not-found': 'Diese Anfrage gibt es nicht.',
  'file.not-found': 'Diese Datei gibt es nicht.',
  'file.not-taken': 'Angenommen werden nur PDF-, PNG-, JPEG- und XML-Dateien.',
  'file.no-run': 'Diese Datei ist kein Zahlungslauf, der hier gelesen werden kann.',
  'file.used': 'Diese Datei gehört schon zu einer anderen Anfrage. Bitte laden Sie sie noch einmal hoch.',
  'file.limit': 'Es wurde zu viel hochgeladen, das zu keiner Anfrage gehört. Bitte warten Sie.',
  'invitation.not-found': 'Diese Einladung gibt es nicht, oder sie gilt nicht mehr.',
  'session.not-found': 'Diese Anmeldung gibt es nicht.',
  'device.not-found': 'Dieses Gerät gibt es nicht.',
  'push.off': 'Mitteilungen sind hier nicht eingerichtet.',
  'push.not-found': 'In diesem Browser sind Mitteilungen nicht eingeschaltet.',
  'push.not-taken': 'Der Mitteilungsdienst dieses Browsers wird hier nicht unterstützt.',
  'provider.off': 'Diese Art der Anmeldung ist hier nicht eingerichtet.',
  'pair.not-found':
    'Dieser Code ist unbekannt, verbraucht oder abgelaufen. Bitte lassen Sie sich am Computer einen neuen zeigen.',
  'token.not-found': 'Dieser Link ist unbekannt, verbraucht oder abgelaufen.',
  'workspace.inactive': 'Das Abonnement dieses Workspace ist beendet. Admins können ein Angebot anfordern.',
  'account.exists': 'Für diese Adresse gibt es schon ein Konto. Bitte melden Sie sich an.',
  'participant.exists': 'Diese Person ist schon Mitglied oder hat eine offene Einladung.',
  'participant.last-admin':
    'Sie sind der letzte aktive Admin. Ernennen Sie zuerst einen weiteren Admin, oder löschen Sie den Workspace.',
  'participant.no-role': 'Wählen Sie „freigebend“ oder „anfragend“ aus',
  'workspace.not-protected': 'In diesem Workspace sind die Personen nicht mehr geschützt.',
  'workspace.too-few-admins': 'Dazu braucht es zwei aktive Admins mit nutzbarem Gerät.',
  'participant.needed-admin':
    'Der Schutz der Personen braucht zwei aktive Admins. Ernennen Sie zuerst einen weiteren Admin.',
  'group.not-found': 'Diese Gruppe gibt es nicht.',
  'group.exists': 'Eine andere Gruppe heißt schon so oder sieht so aus.',
  'group.limit': 'Es gibt schon 50 Gruppen. Entfernen Sie eine, die niemand braucht.',
  'deputy.unsuitable':
    'Vertreten kann nur eine andere aktive Person, die freigibt. Bitte wählen Sie jemand anderen.',
  'change.exists': 'Für diese Person, Gruppe oder Art wartet schon eine andere Änderung.',
  'change.limit': 'Zu viele Änderungen warten. Entscheiden Sie zuerst über einige.',
  'change.closed': 'Diese Änderung wartet nicht mehr.',
  'participant.pending':
    'Diese Person ist noch nicht beigetreten. Widerrufen Sie die Einladung, um sie zu ändern.',
  'invitation.accepted': 'Diese Person ist schon beigetreten.',
  'invitation.limit':
    'Es gibt zu viele offene Einladungen. Widerrufen Sie einige, oder warten Sie, bis sie angenommen sind.',
  'approver.unavailable':
    'Diese freigebende Person ist zurzeit nicht verfügbar. Bitte wählen Sie eine andere.',
  'approver.muted':
    'Diese Person nimmt für einen Tag keine Anfragen um Freigabe von Ihnen an. Bitte fragen Sie jemand anderen.',
  'request.closed': 'Über diese Anfrage ist schon entschieden.',
  'request.decided-for-you': 'Ihre Vertretung hat darüber für Sie entschieden.',
  'deputy.no-device': 'Um in Vertretung zu entscheiden, richten Sie bitte zuerst Ihr Gerät ein.',
  'glass.off': 'In diesem Workspace sind Notfreigaben nicht erlaubt.',
  'glass.only-approvals': 'Nur Anfragen um Freigabe lassen sich im Notfall freigeben.',
  'glass.no-second': 'Niemand sonst in diesem Workspace könnte das danach gegenzeichnen.',
  'glass.approve-instead': 'Sie können diese Anfrage selbst freigeben. Bitte tun Sie das stattdessen.',
  'glass.decidable': 'Über diese Anfrage kann noch rechtzeitig entschieden werden.',
  'glass.not-broken': 'Diese Anfrage wurde nicht im Notfall freigegeben.',
  'glass.confirmed': 'Diese Notfreigabe ist schon gegengezeichnet.',
  'glass.late': 'Die 72 Stunden, in denen das gegengezeichnet werden konnte, sind vorbei.',
  'request.decided-by-you': 'Sie haben über diese Anfrage schon entschieden. Jetzt entscheiden andere.',
  'rule.unfulfillable':
    'Nach der Regel Ihres Workspace dürfen zurzeit zu wenige Personen darüber entscheiden. Bitte sagen Sie einem Admin Bescheid.',
  'rule.before-missing':
    'Die Regel Ihres Workspace verlangt vorher eine bestätigte Anrufprüfung mit einer der Personen, die entscheiden. Bitte rufen Sie sie an, prüfen Sie den Anruf und senden Sie dies noch einmal.',
  'request.parked': 'Zurzeit können zu wenige Personen über diese Anfrage entscheiden. Sie wartet auf sie.',
  'rule.not-needed':
    'Aus Ihrer Gruppe hat schon jemand freigegeben. Jetzt wird eine Person aus einer anderen Gruppe gebraucht.',
  'request.limit': 'Zu viele Anfragen sind offen. Warten Sie, bis über eine entschieden ist.',
  'request.too-many': 'Das waren zu viele Anfragen. Bitte warten Sie.',
  'request.too-soon': 'Das haben Sie eben erst angefragt. Bitte warten Sie eine halbe Minute.',
  'request.muted':
    'Mehrere Ihrer Anrufprüfungen wurden abgelehnt oder nicht beantwortet. Bitte warten Sie eine Viertelstunde.',
  'call.opposite':
    'Diese Person prüft den Anruf bereits mit Ihnen. Antworten Sie auf ihre Frage, statt selbst zu fragen.',
  'call.locked':
    'Zwischen Ihnen beiden wurde dreimal eine falsche Zahl eingetippt. Ihre Anrufprüfungen sind gesperrt. Legen Sie auf, und rufen Sie unter einer bekannten Nummer zurück. Ein Admin des Workspace kann sie entsperren.',
  'call.own-lock':
    'Sie sind eine der beiden Personen. Deshalb muss ein anderer Admin Ihre Anrufprüfungen entsperren.',
  'call.no-number':
    'Für diese Person gilt noch keine hinterlegte Nummer. Nehmen Sie das Häkchen zum Rückruf weg, um fortzufahren.',
  'call.missing': 'Bitte geben Sie zuerst an, wer wen angerufen hat.',
  'call.both-called':
    'Sie wurden beide angerufen. So leitet ein Angreifer ein Gespräch weiter. Legen Sie auf, überweisen Sie nichts und rufen Sie unter einer bekannten Nummer zurück.',
  'call.unclear':
    'Sie geben beide an, angerufen zu haben. Bitte fragen Sie einander, und antworten Sie noch einmal.',
  'call.no-decline':
    'Eine Anrufprüfung wird nicht abgelehnt. Sagen Sie, dass Sie nicht darum gebeten haben oder nicht mit dieser Person sprechen.',
  'request.drill':
    'Das war eine Übung. Im Ernstfall hätte jetzt jemand Ihr Wort für einen Anruf, den Sie nicht gemacht haben.',
  'drill.open': 'In diesem Workspace läuft schon eine Übung. Warten Sie, bis sie zu Ende ist.',
  'drill.too-many': 'Heute gab es in diesem Workspace genug Übungen. Bitte warten Sie.',
  'drill.nobody':
    'Keine dieser Personen kann jetzt eine Übung bekommen: Sie hatten heute schon eine oder prüfen gerade einen Anruf.',
  'request.no-check': 'Das ist keine Anrufprüfung.',
  'request.no-approval': 'Das ist keine Freigabe.',
  'number.missing': 'Bitte geben Sie die Zahl ein, die Ihnen Ihr Gegenüber im Gespräch nennt.',
  'number.wrong': 'Diese Zahl ist falsch. Fragen Sie Ihr Gegenüber noch einmal danach.',
  'proof.missing': 'Dazu ist eine Signatur Ihres Geräts nötig.',
  'proof.invalid': 'Die Signatur oder die PIN ist falsch.',
  'device.disabled': 'Dieses Gerät ist nach zu vielen falschen PINs gesperrt. Bitte richten Sie es neu ein.',
  'device.waiting':
    'Dieses Gerät kann noch nicht signieren. Eine Kollegin oder ein Kollege kann dafür bürgen, oder Sie warten, bis die Wartezeit vorbei ist.',
  'device.not-waiting': 'Dieses Gerät wartet nicht mehr.',
  'device.limit': 'Sie haben die Höchstzahl an Geräten erreicht. Entfernen Sie zuerst eines.',
  'device.exists':
    'Dieser Schlüssel ist schon eingerichtet. Bitte richten Sie das Gerät mit einem neuen ein.',
  'pair.waiting': 'Bitte machen Sie zuerst auf dem anderen Bildschirm weiter.',
  'challenge.spent': 'Dieser Versuch ist abgelaufen. Bitte beginnen Sie noch einmal.',
  'idempotency.other-body': 'Dieser Idempotency-Key gehört zu einem anderen Aufruf.',
  'command.conflict': 'Jemand hat dies gleichzeitig geändert. Bitte versuchen Sie es erneut.',
  'rate.exceeded': 'Das waren zu viele Versuche. Bitte warten Sie.',
  'read-model.behind': 'Die Daten werden gerade aktualisiert. Bitte versuchen Sie es erneut.',
  'read-model.building': 'Die Daten werden gerade aufgebaut. Bitte versuchen Sie es gleich noch einmal.',
  'read-model.not-found': 'Es gibt kein Lesemodell und keinen Aufbau mit diesem Namen.',
  'read-model.refused': 'Das ist mit dem Lesemodell gerade nicht möglich. Es wurde nichts verändert.',
  'read-model.parked': 'Diese Daten werden gerade repariert. Bitte versuchen Sie es später.',
  'fact.altered':
    'Was dazu gespeichert ist, wurde von außen verändert und wird deshalb nicht verwendet. Der Betreiber erfährt davon.',
  'fact.unreadable':
    'Das hat eine neuere Version geschrieben. Bitte versuchen Sie es in einem Augenblick noch einmal.',
  'program.upgrading':
    'Das ist erst möglich, wenn eine Aktualisierung abgeschlossen ist. Bitte versuchen Sie es in einem Augenblick noch einmal.',
  'google.unavailable': 'Google ist zurzeit nicht erreichbar. Mit Ihrem Passwort können Sie sich anmelden.',
  'microsoft.unavailable':
    'Microsoft ist zurzeit nicht erreichbar. Mit Ihrem Passwort können Sie sich anmelden.',
  'store.unavailable': 'Der Dienst ist unterbrochen. Es ging nichts verloren. Bitte versuchen Sie es erneut.',
  'server.unexpected': 'Es ist ein unbekannter Fehler aufgetreten.',
}
