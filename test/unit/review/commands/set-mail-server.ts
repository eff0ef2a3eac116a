import { setSetting } from '../../../kit/window/editor.ts';

/** Sets the server on this machine through which Ana's mails are sent. On port 9 there is none. */
export const setMailServer = (port = 9) =>
	setSetting('tildeforge.mailServer', {
		...{ host: '127.0.0.1', port, security: 'none', from: 'Ana <ana@example.org>' },
	});
