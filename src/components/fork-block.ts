import { element } from "./element.js";

export interface ForkFile {
  path: string;
  role: string;
}

/** The files to copy for a page of one's own, at the foot of each page. */
export function forkBlock(files: readonly ForkFile[]): HTMLElement {
  return element`<details class="fold fork"><summary>Fork this page</summary>
    <p>To ask another question with the same look, copy these and change them. <code>npm run dev</code> shows the copy as you type.</p>
    <ul>${files.map(({ path, role }) => element`<li><code>${path}</code>: ${role}</li>`)}</ul>
  </details>`;
}
