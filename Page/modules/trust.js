// The page that helps to install the certificate.

async function show() {
  const fingerprint = document.getElementById('fingerprint');
  const next = document.getElementById('next');
  if (!fingerprint || !next) return;
  const response = await fetch('/trust.json');
  const { fingerprint: digits, secure } = await response.json();
  fingerprint.textContent = digits ?? 'no certificate to install: https is not served, or by one that phones trust';
  if (!secure) return;
  const link = document.createElement('a');
  link.href = `${secure}/phone`;
  link.textContent = secure;
  next.append('When it is installed, scan the code again, or open ', link, '.');
}

void show();
