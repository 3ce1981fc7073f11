import { ACCESS_TOKEN_COOKIE, CONSENT_COOKIE, LANGUAGE_COOKIE } from '#contract/common.ts'

const stored = [
  [
    ACCESS_TOKEN_COOKIE,
    'hält Sie angemeldet',
    'bis zum Abmelden oder Schließen des Browsers, auf der Telefonseite bis zu 30 Tage',
  ],
  [
    'refresh_token',
    'erneuert die Anmeldung',
    'bis zum Abmelden oder zum Ende der Sitzung, auf der Telefonseite bis zu 30 Tage',
  ],
  [
    'known_browser',
    'lässt Sie in Ihrem Browser herein, auch wenn andere Ihr Passwort erraten wollen',
    '365 Tage',
  ],
  [CONSENT_COOKIE, 'merkt sich, dass Sie den Cookie-Hinweis gesehen haben', '365 Tage'],
  [LANGUAGE_COOKIE, 'merkt sich die Sprache, die Sie gewählt haben', '365 Tage'],
  ['reveal', 'merkt sich, dass Sie den Zugangscode eingegeben haben', '7 Tage'],
  ['Darstellung (lokaler Speicher)', 'merkt sich hell oder dunkel', 'bis Sie sie löschen'],
  [
    'Telefonseite: App, zuletzt gezeigte Anfragen, Workspaces und Geräte (lokaler Speicher)',
    'öffnet die App auch ohne Netz',
    'die App, bis Sie sie löschen; alles andere bis zum Ende der Sitzung',
  ],
  [
    'Mitteilungen (lokaler Speicher)',
    'merkt sich, dass Sie Mitteilungen eingeschaltet haben',
    'bis Sie sie ausschalten oder sich abmelden',
  ],
  [
    'E-Mail-Adresse (Speicher der Sitzung)',
    'trägt sie in die Registrierung ein',
    'bis Sie das Fenster schließen',
  ],
]

export const PrivacyPage = () => (
  <article className="legal" lang="de">
    <h1>Datenschutz</h1>
    <h2>Welche Daten wir verarbeiten</h2>
    <p>
      Wir verarbeiten Ihre E-Mail-Adresse, Ihr Passwort und Ihre PIN als nicht umkehrbare Prüfwerte, die
      öffentlichen Schlüssel Ihrer Geräte, den Inhalt Ihrer Anfragen sowie Zeit, IP-Adresse und Gerät Ihrer
      Handlungen in einem Workspace.
    </p>
    <h2>Wozu</h2>
    <p>
      Die Daten dienen dazu, Sie anzumelden, Anfragen zuzustellen und im Protokoll nachzuweisen, wer was wann
      entschieden hat. Personenbezogene Angaben werden verschlüsselt gespeichert, mit einem eigenen Schlüssel
      je Person. Wird Ihr Konto gelöscht, wird dieser Schlüssel vernichtet; das Protokoll bleibt prüfbar, Ihre
      Angaben darin sind nicht mehr lesbar.
    </p>
    <h2>Cookies und lokaler Speicher</h2>
    <p>
      Wir setzen nur ein, was für den Betrieb unbedingt erforderlich ist. Diese Seiten laden nichts von
      fremden Servern.
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Zweck</th>
          <th scope="col">Dauer</th>
        </tr>
      </thead>
      <tbody>
        {stored.map(([name, purpose, time]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{purpose}</td>
            <td>{time}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p>
      Schalten Sie auf einem Gerät Mitteilungen ein, so stellt sie der Dienst Ihres Browsers zu (Google,
      Mozilla, Apple oder Microsoft). Er erfährt, dass eine Mitteilung kommt; ihr Inhalt ist verschlüsselt und
      sagt nur, dass eine Anfrage wartet.
    </p>
    <div className="only-provider">
      <h2>Anmeldung mit Google oder Microsoft</h2>
      <p className="only-google">
        Erst wenn Sie die Schaltfläche „Google“ drücken, verbindet sich Ihr Browser mit Google (Google Ireland
        Limited, Dublin). Google erfährt dabei Ihre IP-Adresse, Angaben Ihres Browsers und dass Sie sich hier
        anmelden wollen, und übermittelt uns nach Ihrer Zustimmung die Kennung Ihres Google-Kontos und dessen
        E-Mail-Adresse.
      </p>
      <p className="only-microsoft">
        Erst wenn Sie die Schaltfläche „Microsoft365“ drücken, verbindet sich Ihr Browser mit Microsoft
        (Microsoft Ireland Operations Limited, Dublin). Microsoft erfährt dabei Ihre IP-Adresse, Angaben Ihres
        Browsers und dass Sie sich hier anmelden wollen, und übermittelt uns nach Ihrer Zustimmung die Kennung
        Ihres Microsoft-Kontos und dessen E-Mail-Adresse.
      </p>
      <div lang="en">
        <p className="only-google">
          In English: only when you press the button “Google” does your browser connect to Google (Google
          Ireland Limited, Dublin). Google then learns your IP address, details of your browser and that you
          want to sign in here, and with your consent sends us the id of your Google account and its e-mail
          address.
        </p>
        <p className="only-microsoft">
          In English: only when you press the button “Microsoft365” does your browser connect to Microsoft
          (Microsoft Ireland Operations Limited, Dublin). Microsoft then learns your IP address, details of
          your browser and that you want to sign in here, and with your consent sends us the id of your
          Microsoft account and its e-mail address.
        </p>
      </div>
    </div>
    <h2>Ihre Rechte</h2>
    <p>
      Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung und Übertragung Ihrer Daten
      sowie auf Beschwerde bei einer Aufsichtsbehörde. Wenden Sie sich an den Betreiber, der im Impressum
      genannt ist.
    </p>
  </article>
)
