import { html } from 'diff2html';

/** Draws the diffs of the page with diff2html, with its defaults. */
const diffs: readonly string[] = JSON.parse(document.querySelector('#diffs')?.textContent ?? '[]');
document.body.innerHTML = html(diffs.join(''), { drawFileList: false });
