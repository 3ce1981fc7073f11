import { naming } from '#modules/mails/letter.ts'
import { germanProof } from './proof-words.mails.ts'
import type { Words } from './word-kinds.mails.ts'

export const german: Words = {
  erased: 'eine gelöschte Person',
  untitled: 'ohne Titel',
  time: (time, zone) => `${time} Uhr (${zone})`,
  facts: {
    from: 'Von',
    to: 'An',
    workspace: 'Workspace',
    asked: 'Gestellt',
    until: 'Offen bis',
    reason: 'Grund',
    files: 'Dateien',
    standsInFor: 'Sie vertreten',
    decidedFor: 'In Vertretung für',
    id: 'Kurzkennung',
  },
  open: 'Anfrage ansehen',
  entry: ({ sequence, hash }) => `Eintrag ${sequence} im Protokoll, Hash ${hash}`,
  notYou: {
    asked: 'Sie haben diese Anfrage nicht gestellt?',
    acted: 'Das waren Sie nicht?',
    notMe: 'Das war ich nicht',
    suspicious: 'Verdächtig? Melden',
    report: (button) => `Öffnen Sie die Anfrage, wählen Sie „${button}“ und ändern Sie Ihr Passwort.`,
  },
  approval: {
    everybody: 'alle, die freigeben dürfen',
    created: {
      kind: 'Bitte um Freigabe',
      subject: (by) => `${by} bittet um Ihre Freigabe`,
      text: (by) => naming`${by} bittet um Ihre Freigabe. Die Einzelheiten sehen Sie auf Ihrem Telefon.`,
      note: 'Per E-Mail können Sie nichts freigeben. Sie entscheiden auf Ihrem Gerät.',
      unexpected:
        'Sie haben diese Anfrage nicht erwartet? Rufen Sie die Person an, bevor Sie etwas freigeben.',
    },
    approved: {
      kind: 'Freigegeben',
      subject: (by, isYou) => (isYou ? 'Sie haben freigegeben' : `Freigegeben von ${by}`),
      text: (by, proof) =>
        naming`${by} hat diese Anfrage freigegeben, signiert auf einem registrierten Gerät mit ${germanProof(proof)}.`,
    },
    withdrawn: {
      kind: 'Zurückgezogen',
      subject: (by, isYou) => (isYou ? 'Sie haben zurückgezogen' : `Zurückgezogen von ${by}`),
      text: (by) => naming`${by} hat diese Anfrage zurückgezogen. Es wurde nicht darüber entschieden.`,
    },
    expired: {
      kind: 'Abgelaufen',
      subject: () => 'Abgelaufen, nicht freigegeben',
      text: () => naming`Diese Anfrage ist abgelaufen, bevor über sie entschieden war.`,
      next: {
        requester: naming`Brauchen Sie die Freigabe noch? Stellen Sie die Anfrage neu, oder rufen Sie an, wen Sie gefragt haben.`,
        asked: naming`Es wurde nichts freigegeben. Sie müssen nichts mehr tun: Wer gefragt hat, kann die Anfrage neu stellen.`,
      },
    },
    'approver-unavailable': {
      kind: 'Geschlossen',
      subject: (by, isYou) =>
        isYou
          ? 'Geschlossen, Sie können nicht mehr freigeben'
          : `Geschlossen, ${by} kann nicht mehr freigeben`,
      text: () =>
        naming`Diese Anfrage wurde geschlossen, weil die gefragte Person nicht mehr freigeben kann. Fragen Sie bei Bedarf jemand anderen.`,
    },
  },
  verification: {
    everybody: 'alle, die bestätigen dürfen',
    created: {
      kind: 'Anrufprüfung',
      subject: (by) => `${by} möchte einen Anruf mit Ihnen prüfen`,
      text: (by) =>
        naming`${by} sagt, dass Sie gerade miteinander sprechen und Sie um etwas bitten. Worum, lesen Sie in der App. Sagen Sie dort, ob das stimmt und wer wen angerufen hat. Erst dann tippen Sie die Zahl ein, die Sie im Gespräch hören.`,
      note: 'Per E-Mail können Sie nichts bestätigen. Sie entscheiden auf Ihrem Gerät.',
      unexpected:
        'Sie sprechen gerade nicht mit dieser Person, oder Sie haben nicht darum gebeten? Dann bestätigen Sie nichts, und sagen Sie das in der App.',
    },
    approved: {
      kind: 'Bestätigt',
      subject: (by, isYou) => (isYou ? 'Sie haben den Anruf bestätigt' : `Bestätigt von ${by}`),
      text: (by, proof) =>
        naming`${by} hat diese Anrufprüfung mit der gesprochenen Zahl bestätigt, signiert auf einem registrierten Gerät mit ${germanProof(proof)}. Bevor Sie handeln, rufen Sie unter einer bekannten Nummer zurück, wenn Sie das noch nicht getan haben.`,
    },
    withdrawn: {
      kind: 'Zurückgezogen',
      subject: (by, isYou) =>
        `${isYou ? 'Sie haben zurückgezogen' : `Zurückgezogen von ${by}`}, nichts ist bestätigt`,
      text: (by) =>
        naming`${by} hat diese Anrufprüfung zurückgezogen. Es ist nichts bestätigt: Verlassen Sie sich nicht auf das Gespräch.`,
    },
    expired: {
      kind: 'Abgelaufen',
      subject: () => 'Abgelaufen, nichts ist bestätigt',
      text: () =>
        naming`Diese Anrufprüfung ist abgelaufen. Es ist nichts bestätigt: Verlassen Sie sich nicht auf das Gespräch.`,
      next: {
        requester: naming`Sprechen Sie noch miteinander? Dann starten Sie eine neue Anrufprüfung.`,
        asked: naming`Sie müssen nichts mehr tun. Wenn jemand Sie am Telefon um etwas bittet, verlangen Sie eine neue Anrufprüfung.`,
      },
    },
    'approver-unavailable': {
      kind: 'Geschlossen',
      subject: (by, isYou) =>
        isYou
          ? 'Geschlossen, Sie können nicht mehr bestätigen'
          : `Geschlossen, ${by} kann nicht mehr bestätigen`,
      text: () =>
        naming`Diese Anrufprüfung wurde geschlossen, weil die gefragte Person nicht mehr bestätigen kann. Fragen Sie bei Bedarf jemand anderen.`,
    },
  },
  ended: {
    declined: {
      kind: 'Abgelehnt',
      subject: (by, isYou) => (isYou ? 'Sie haben abgelehnt' : `Abgelehnt von ${by}`),
      text: (by) => naming`${by} hat diese Anfrage abgelehnt.`,
    },
    'requester-unavailable': {
      kind: 'Geschlossen',
      subject: (by, isYou) =>
        isYou
          ? 'Geschlossen, Sie können keine Anfragen mehr stellen'
          : `Geschlossen, ${by} kann keine Anfragen mehr stellen`,
      text: () =>
        naming`Diese Anfrage wurde geschlossen, weil die anfragende Person keine Anfragen mehr stellen kann. Sie müssen nichts weiter tun.`,
    },
    'code-mismatch': {
      kind: 'Falsche Zahl',
      subject: () => 'Falsche Zahl, legen Sie auf',
      text: () =>
        naming`Diese Anrufprüfung wurde geschlossen, weil zu oft eine falsche Zahl eingetippt wurde. Legen Sie auf, überweisen Sie nichts und rufen Sie unter einer bekannten Nummer zurück. Die Admins wurden alarmiert.`,
    },
    'both-called': {
      kind: 'Beide angerufen',
      subject: () => 'Beide wurden angerufen, legen Sie auf',
      text: () =>
        naming`Diese Anrufprüfung wurde geschlossen, weil beide Seiten angerufen wurden. So leitet ein Angreifer ein Gespräch weiter. Legen Sie auf, überweisen Sie nichts und rufen Sie unter einer bekannten Nummer zurück. Die Admins wurden alarmiert.`,
    },
    'claim-denied': {
      kind: 'Nicht darum gebeten',
      subject: (by, isYou) => `${isYou ? 'Sie haben' : `${by} hat`} nicht darum gebeten, legen Sie auf`,
      text: () =>
        naming`Diese Anrufprüfung wurde geschlossen, weil die gefragte Person geantwortet hat: „Ich habe nicht darum gebeten.“ Legen Sie auf, überweisen Sie nichts und rufen Sie unter einer bekannten Nummer zurück. Die Admins wurden alarmiert.`,
    },
    reported: {
      kind: 'Gemeldet',
      subject: (_, isYou) => (isYou ? 'Sie haben gemeldet' : 'Als verdächtig gemeldet'),
      text: () =>
        naming`Diese Anfrage wurde geschlossen, weil eine beteiligte Person sie als verdächtig gemeldet hat. Wenn Sie deswegen telefonieren: Legen Sie auf, überweisen Sie nichts und rufen Sie unter einer bekannten Nummer zurück. Die Admins wurden alarmiert.`,
    },
    reason: 'Sie erhalten diese E-Mail, weil Sie an der Anfrage beteiligt sind.',
  },
  alert: {
    reported: {
      kind: 'Gemeldet',
      subject: (by) => `Gemeldet von ${by}`,
      text: (by) =>
        naming`${by} hat diese Anfrage als verdächtig gemeldet. Fragen Sie bei den Beteiligten nach, aber nicht per E-Mail, und prüfen Sie deren Geräte und Sitzungen.`,
    },
    'code-mismatch': {
      kind: 'Falsche Zahl',
      subject: (by) => `Falsche Zahl von ${by}`,
      text: (by) =>
        naming`Bei dieser Anrufprüfung wurde zum zweiten Mal eine falsche Zahl eingetippt, zuletzt von ${by}. Die Anrufprüfung ist geschlossen. Es kann ein Versehen sein, oder jemand gibt sich im Gespräch für eine andere Person aus. Fragen Sie bei den Beteiligten nach.`,
    },
    'both-called': {
      kind: 'Beide angerufen',
      subject: () => 'Beide Seiten wurden angerufen',
      text: (by) =>
        naming`Bei dieser Anrufprüfung wurden beide Seiten angerufen, zuletzt antwortete ${by}. So leitet ein Angreifer mit zwei Telefonen ein Gespräch weiter. Die Anrufprüfung ist geschlossen. Warnen Sie die Beteiligten, und stoppen Sie, was im Gespräch verlangt wurde.`,
    },
    'claim-denied': {
      kind: 'Nicht darum gebeten',
      subject: (by) => `${by} hat nicht darum gebeten`,
      text: (by) =>
        naming`${by} hat zu dieser Anrufprüfung geantwortet: „Ich spreche mit der Person, habe aber nicht darum gebeten.“ Vielleicht gibt sich jemand im Gespräch für eine andere Person aus. Die Anrufprüfung ist geschlossen. Fragen Sie bei den Beteiligten nach.`,
    },
    'pair-locked': {
      kind: 'Anrufprüfungen gesperrt',
      subject: () => 'Anrufprüfungen nach drei falschen Zahlen gesperrt',
      text: (by) =>
        naming`Zwischen diesen beiden Personen wurde innerhalb eines Tages dreimal eine falsche Zahl eingetippt, zuletzt von ${by}. Vielleicht gibt sich jemand im Gespräch für eine der beiden aus und rät. Die beiden können erst wieder Anrufe prüfen, wenn ein Admin sie unter „Teilnehmer“ entsperrt. Sprechen Sie vorher mit beiden, aber nicht per E-Mail.`,
    },
    muted: {
      kind: 'Zu viele Anfragen',
      subject: (by) => `Zu viele Anrufprüfungen von ${by}`,
      text: (by) =>
        naming`${by} kann eine Viertelstunde lang keinen Anruf prüfen lassen: Innerhalb von zehn Minuten wurden mehrere Prüfungen abgelehnt, gemeldet oder nicht beantwortet, zuletzt diese. Vielleicht will jemand andere zermürben, bis sie zustimmen, womöglich mit einem fremden Konto. Fragen Sie bei den Beteiligten nach.`,
    },
    'many-sides': {
      kind: 'Viele prüfen dieselbe Person',
      subject: (by) => `Viele prüfen einen Anruf mit ${by}`,
      text: (by) =>
        naming`Innerhalb von zehn Minuten haben mehrere Personen einen Anruf mit ${by} geprüft. Vielleicht ruft jemand reihum an und gibt sich für diese Person aus. Warnen Sie alle, aber nicht per E-Mail: auflegen, nichts überweisen und unter einer bekannten Nummer zurückrufen.`,
    },
    reason: 'Sie erhalten diese E-Mail als Admin des Workspace.',
  },
}
