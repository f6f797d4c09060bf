//! The job file: bench/job.mjs writes it.

pub struct File {
    pub agent: String,
    pub body: Vec<u8>,
    pub urls: Vec<String>,
    /// Path and query of each URL, for contestants that take no URL.
    pub paths: Vec<String>,
}

/// Cases, each a list of files.
pub type Job = Vec<Vec<File>>;

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn number(&mut self) -> usize {
        let end = self.0.iter().position(|&byte| byte == b'\n').expect("a line");
        let number = std::str::from_utf8(&self.0[..end]).expect("digits").parse().expect("a number");
        self.0 = &self.0[end + 1..];
        number
    }

    fn bytes(&mut self) -> Vec<u8> {
        let length = self.number();
        let bytes = self.0[..length].to_vec();
        self.0 = &self.0[length + 1..];
        bytes
    }

    fn text(&mut self) -> String {
        String::from_utf8_lossy(&self.bytes()).into_owned()
    }

    fn list<T>(&mut self, read: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.number()).map(|_| read(self)).collect()
    }

    fn file(&mut self) -> File {
        let (agent, body, urls) = (self.text(), self.bytes(), self.list(Reader::text));
        let paths = urls.iter().map(|url| path_of(url)).collect();
        File { agent, body, urls, paths }
    }
}

/// What follows the authority, without the fragment.
fn path_of(url: &str) -> String {
    let is_scheme = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte));
    let rest = match url.split_once("://") {
        Some((scheme, rest)) if is_scheme(scheme) => rest.find(['/', '?', '#', ';']).map_or("", |end| &rest[end..]),
        _ => url,
    };
    let path = rest.split('#').next().expect("a part before the fragment");
    if path.starts_with('/') { path.to_owned() } else { format!("/{path}") }
}

pub fn read(path: &str) -> Job {
    let bytes = std::fs::read(path).expect("the job file");
    Reader(&bytes).list(|reader| {
        reader.text(); // The name of the case.
        reader.list(Reader::file)
    })
}
