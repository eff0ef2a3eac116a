import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { patchScheme } from '../model/side-texts/document-address.ts';
import { placeholderLines } from '../model/side-texts/side-text.ts';

/** Lets the lines that stand for unknown ones look like notes in the editors of patches. Otherwise they are colored as code of the file's language. */
export function decoratePlaceholders(): Disposable {
	const lifetime = new Lifetime();
	const note = lifetime.add(
		vscode.window.createTextEditorDecorationType({
			color: new vscode.ThemeColor('descriptionForeground'),
			fontStyle: 'italic',
		}),
	);
	const decorate = (editors: readonly vscode.TextEditor[]) => {
		for (const editor of editors) {
			const { document } = editor;
			if (document.uri.scheme !== patchScheme) continue;
			const lines = placeholderLines(document.getText());
			const ranges = lines.map(({ line, length }) => new vscode.Range(line, 0, line, length));
			editor.setDecorations(note, ranges);
		}
	};
	decorate(vscode.window.visibleTextEditors);
	lifetime.add(vscode.window.onDidChangeVisibleTextEditors(decorate));
	return lifetime;
}
