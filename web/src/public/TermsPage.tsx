export const TermsPage = () => (
  <article className="legal" lang="de">
    <h1>Nutzungsbedingungen</h1>
    <h2>1. Gegenstand</h2>
    <p>
      Vieraugen stellt Workspaces bereit, in denen Personen einer Organisation Anfragen stellen, darüber
      entscheiden und den Verlauf einsehen. Die Nutzung richtet sich an Organisationen und die von ihnen
      eingeladenen Personen.
    </p>
    <h2>2. Konto</h2>
    <p>
      Jedes Konto gehört genau einer Person. Passwort und PIN sind geheim zu halten. Wer vermutet, dass ein
      Gerät oder ein Passwort in fremde Hände geraten ist, meldet dies unverzüglich einem Admin des Workspace.
    </p>
    <h2>3. Entscheidungen</h2>
    <p>
      Eine Freigabe wird mit einem eingerichteten Gerät signiert und ist endgültig. Welche Folgen sie im
      Betrieb hat, bestimmt die Organisation, der der Workspace gehört.
    </p>
    <h2>4. Probezeit und Abonnement</h2>
    <p>
      Ein neuer Workspace beginnt mit einer Probezeit. Danach bleiben Lesen, Ablehnen und Löschen möglich;
      neue Anfragen, Freigaben und Einladungen setzen ein Abonnement voraus.
    </p>
    <h2>5. Protokoll</h2>
    <p>Die Admins eines Workspace können dessen Protokoll einsehen. Niemand kann es ändern.</p>
  </article>
)
