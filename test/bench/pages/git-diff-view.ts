import { DiffModeEnum, DiffView } from '@git-diff-view/solid';
import { createComponent, render } from 'solid-js/web';

/** Draws the diffs of the page with git-diff-view, one component for each file, as its documentation does. */
const diffs: readonly string[] = JSON.parse(document.querySelector('#diffs')?.textContent ?? '[]');
const view = (diff: string) => {
	const name = /^\+\+\+ b\/(.*)$/m.exec(diff)?.[1] ?? '';
	const file = { fileName: name, fileLang: 'c', content: null };
	const data = { oldFile: file, newFile: file, hunks: [diff] };
	return createComponent(DiffView, { data, diffViewMode: DiffModeEnum.Unified });
};
render(() => diffs.map(view), document.body);
