/** Something worth knowing after a run that no outcome tells. */
export interface LedgerEntry {
  kind:
    | "timeout" // confirmed by a second run alone
    | "timeout-not-confirmed" // the second run finished
    | "server-restart" // a server died and was replaced; its request was sent again
    | "server-killed" // by a candidate, on a machine without the layers that prevent it
    | "environment-fault"; // the machine refused a process or a pipe; the request was sent again
  /** Request it concerns, or empty. */
  id: string;
  detail: string;
}
