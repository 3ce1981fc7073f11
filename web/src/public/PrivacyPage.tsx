import { ACCESS_TOKEN_COOKIE, CONSENT_COOKIE, LANGUAGE_COOKIE } from '#contract/common.ts'

const stored = [
  [
    ACCESS_TOKEN_COOKIE,
    'hält Sie angemeldet',
    'bis zum Abmelden oder Schließen des Browsers, auf der Telefonseite bis zu 30 Tage',
  ],
  [
    'refresh_token, __Host-refresh_token',
    'erneuert die Anmeldung',
    'bis zum Abmelden oder zum Ende der Sitzung, auf der Telefonseite bis zu 30 Tage',
  ],
  [
    'known_browser',
    'erlaubt Ihnen die Anmeldung in diesem Browser, auch wenn jemand versucht, Ihr Passwort zu erraten',
    '365 Tage',
  ],
  [CONSENT_COOKIE, 'merkt sich, dass Sie den Cookie-Hinweis gesehen haben', '365 Tage'],
  [LANGUAGE_COOKIE, 'merkt sich die Sprache, die Sie gewählt haben', '365 Tage'],
  ['reveal', 'merkt sich, dass Sie den Zugangscode eingegeben haben', '7 Tage'],
  [
    'Darstellung (lokaler Speicher)',
    'merkt sich helle oder dunkle Darstellung',
    'bis Sie die Browserdaten löschen',
  ],
  [
    'Telefonseite: App sowie zuletzt gezeigte Anfragen, Workspaces und Geräte (lokaler Speicher)',
    'lässt die App auch ohne Netz starten',
    'App: bis Sie die Browserdaten löschen; alles andere: bis zum Ende der Sitzung',
  ],
  [
    'Mitteilungen (lokaler Speicher)',
    'merkt sich, dass Sie Mitteilungen eingeschaltet haben',
    'bis Sie sie ausschalten oder sich abmelden',
  ],
  [
    'E-Mail-Adresse (Speicher der Sitzung)',
    'füllt das Feld bei der Registrierung aus',
    'bis Sie das Fenster schließen',
  ],
]

export const PrivacyPage = () => (
  <article className="legal" lang="de">
    <h1>Datenschutz</h1>
    <h2>Welche Daten wir verarbeiten</h2>
    <p>
      Wir verarbeiten Ihre E-Mail-Adresse, Ihr Passwort und Ihre PIN (nur als nicht umkehrbare Prüfwerte), die
      öffentlichen Schlüssel Ihrer Geräte, den Inhalt Ihrer Anfragen sowie Zeit, IP-Adresse und Gerät Ihrer
      Handlungen in einem Workspace.
    </p>
    <h2>Wozu wir sie verwenden</h2>
    <p>
      Wir verwenden die Daten, um Sie anzumelden, Anfragen zuzustellen und im Protokoll nachzuweisen, wer was
      wann entschieden hat. Personenbezogene Angaben speichern wir verschlüsselt, mit einem eigenen Schlüssel
      je Person. Wird Ihr Konto gelöscht, vernichten wir diesen Schlüssel. Das Protokoll bleibt prüfbar, Ihre
      Angaben darin sind aber nicht mehr lesbar.
    </p>
    <p>
      Dateien, die Sie für eine Anfrage hochladen, speichern wir ebenso verschlüsselt. Gehört eine Datei nach
      einem Tag zu keiner Anfrage, löschen wir sie, sonst mit Ihrem Konto oder dem Workspace.
    </p>
    <p lang="en">
      In English: we store the files that you upload for a request encrypted in the same way. A file that
      belongs to no request is deleted after a day, any other with your account or the workspace.
    </p>
    <p>
      Öffnen Sie eine Anfrage, die auf Ihre Antwort wartet, so erfährt die anfragende Person, wann sie zum
      ersten Mal geöffnet wurde. Bei einer Freigabe löschen wir diese Angabe nach 30 Tagen und mit Ihrem
      Konto, bei einer Anrufprüfung mit deren Ende.
    </p>
    <p lang="en">
      In English: if you open a request that waits for your answer, the person who asked is told when it was
      first opened. For an approval we delete this after 30 days and with your account, for a call check when
      it ends.
    </p>
    <h2>Cookies und lokaler Speicher</h2>
    <p>
      Wir verwenden nur, was für den Betrieb unbedingt erforderlich ist. Diese Seiten laden nichts von fremden
      Servern.
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
      Wenn Sie auf einem Gerät Mitteilungen einschalten, stellt der Dienst Ihres Browsers sie zu (Google,
      Mozilla, Apple oder Microsoft). Er erfährt nur, dass eine Mitteilung kommt. Ihr Inhalt ist verschlüsselt
      und sagt nur, dass etwas auf Sie wartet.
    </p>
    <div className="only-provider">
      <h2>Anmeldung mit Google oder Microsoft</h2>
      <p className="only-google">
        Erst wenn Sie auf „Google“ klicken, verbindet sich Ihr Browser mit Google (Google Ireland Limited,
        Dublin). Google erfährt dabei Ihre IP-Adresse, Angaben Ihres Browsers und dass Sie sich hier anmelden
        wollen, und übermittelt uns nach Ihrer Zustimmung die Kennung Ihres Google-Kontos und dessen
        E-Mail-Adresse.
      </p>
      <p className="only-microsoft">
        Erst wenn Sie auf „Microsoft365“ klicken, verbindet sich Ihr Browser mit Microsoft (Microsoft Ireland
        Operations Limited, Dublin). Microsoft erfährt dabei Ihre IP-Adresse, Angaben Ihres Browsers und dass
        Sie sich hier anmelden wollen, und übermittelt uns nach Ihrer Zustimmung die Kennung Ihres
        Microsoft-Kontos und dessen E-Mail-Adresse.
      </p>
      <div lang="en">
        <p className="only-google">
          In English: your browser connects to Google (Google Ireland Limited, Dublin) only when you press the
          “Google” button. Google then learns your IP address, details of your browser and that you want to
          sign in here. With your consent it sends us the ID and the e-mail address of your Google account.
        </p>
        <p className="only-microsoft">
          In English: your browser connects to Microsoft (Microsoft Ireland Operations Limited, Dublin) only
          when you press the “Microsoft365” button. Microsoft then learns your IP address, details of your
          browser and that you want to sign in here. With your consent it sends us the ID and the e-mail
          address of your Microsoft account.
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
