import { HistoryStream } from './history-stream.ts';
import { type ParseTime, people } from './people.ts';

const { ana, bob } = people;

/** Ana's private repository. */
export function notes(parseTime: ParseTime): HistoryStream {
	const stream = new HistoryStream(parseTime);
	const master = stream.branch('master');
	master.commit({
		by: ana,
		on: '2025-02-01 10:00',
		message: 'Notes\n',
		files: { 'todo.md': '# To do\n\n- 2.4.1\n- answer the mail from the user group\n' },
	});
	master.commit({
		by: ana,
		on: '2026-01-06 19:30',
		message: 'A talk about undo\n',
		files: {
			'talk/undo.md': '# Taking back\n\n1. A stack\n2. A tree\n3. A file\n\nHalf an hour, with questions.\n',
			'todo.md': '# To do\n\n- 2.4.2\n- slides\n',
		},
	});
	return stream;
}

export function dotfiles(parseTime: ParseTime): HistoryStream {
	const stream = new HistoryStream(parseTime);
	const master = stream.branch('master');
	master.commit({
		by: bob,
		on: '2024-05-20 21:00',
		message: 'My files\n',
		files: {
			'.profile': 'export EDITOR=editor\nexport PAGER=less\n',
			'.tmux.conf': 'set -g escape-time 0\nset -g status off\n',
			install: {
				mode: '100755',
				content: '#!/bin/sh\nfor f in .profile .tmux.conf; do\n\tln -s "$PWD/$f" "$HOME/$f"\ndone\n',
			},
		},
	});
	master.commit({
		by: bob,
		on: '2025-11-02 12:30',
		message: 'install: links again, after the editor has replaced them\n',
		files: {
			install: {
				mode: '100755',
				content: '#!/bin/sh\nfor f in .profile .tmux.conf; do\n\tln -sf "$PWD/$f" "$HOME/$f"\ndone\n',
			},
		},
	});
	return stream;
}
